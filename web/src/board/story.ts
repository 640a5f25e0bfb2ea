/** What playback draws over the map: arrows of moves, ribbons of places, numbered markers. Text keeps its size at every zoom. */
import { centreOf } from './geometry';
import type { Geometry, Point } from './types';

export interface Arrow {
  from: number;
  to: number;
  side: number;
}

export interface StorySigns {
  arrows: readonly Arrow[];
  ribbons: readonly { hex: number; text: string }[];
  /** Command radii: the headquarters' hex and its range. */
  rings: readonly { hex: number; radius: number; side: number }[];
  markers: readonly { hex: number; text: string; kind: 'battle' | 'note' }[];
}

export const NO_SIGNS: StorySigns = { arrows: [], ribbons: [], rings: [], markers: [] };

const f = (value: number): string => value.toFixed(1);

/** A bent arrow that widens towards its head and stops short of the middle of its target. */
export function arrowPath(a: Point, b: Point): string {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const bend = Math.min(26, length * 0.14);
  const middle = { x: (a.x + b.x) / 2 + uy * bend, y: (a.y + b.y) / 2 - ux * bend };
  const reach = Math.max(length - 20, length * 0.6);
  const tip = { x: a.x + ux * reach, y: a.y + uy * reach };
  const angle = Math.atan2(tip.y - middle.y, tip.x - middle.x);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const neck = { x: tip.x - dx * 19, y: tip.y - dy * 19 };
  const at = (point: Point, along: number, across: number): string => `${f(point.x + dx * along - dy * across)} ${f(point.y + dy * along + dx * across)}`;
  const side = (point: Point, across: number): string => `${f(point.x - uy * across)} ${f(point.y + ux * across)}`;
  return (
    `M${side(a, 1.6)}Q${side(middle, 3.4)} ${at(neck, 0, 5)}L${at(neck, -3, 11.5)}L${f(tip.x)} ${f(tip.y)}` +
    `L${at(neck, -3, -11.5)}L${at(neck, 0, -5)}Q${side(middle, -3.4)} ${side(a, -1.6)}Z`
  );
}

function arrow(geometry: Geometry, { from, to, side }: Arrow): string {
  const [a, b] = [centreOf(geometry, from), centreOf(geometry, to)];
  return `<path class="story-arrow side-${side}" style="transform-origin:${f(a.x)}px ${f(a.y)}px" d="${arrowPath(a, b)}"/>`;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A hex's top corner, for what is drawn above its blocks. */
function top(geometry: Geometry, hex: number): Point {
  const { x, y } = centreOf(geometry, hex);
  return { x, y: y - geometry.hex_height / 2 };
}

function ribbon(geometry: Geometry, hex: number, text: string): string {
  const { x, y } = top(geometry, hex);
  const half = text.length * 5.2 + 22;
  return (
    `<g class="story-sign" style="transform:translate(${f(x)}px,${f(y)}px) scale(var(--unzoom))"><g class="story-ribbon">` +
    `<path d="M${-half} 0 ${-half + 12}-18H${half - 12}L${half} 0 ${half - 12} 18H${-half + 12}Z"/><text y="6">${escape(text)}</text></g></g>`
  );
}

function marker(geometry: Geometry, hex: number, text: string, kind: string): string {
  const { x, y } = centreOf(geometry, hex);
  const at = `${f(x + geometry.hex_width * 0.36)}px,${f(y - geometry.hex_height * 0.34)}px`;
  return (
    `<g class="story-sign" style="transform:translate(${at}) scale(var(--unzoom))"><g class="story-marker ${kind}">` +
    `<circle r="13"/><text y="5">${escape(text)}</text></g></g>`
  );
}

/** The command radius of a headquarters, or a ring around its own hex if the radius is unknown. */
function ring(geometry: Geometry, hex: number, radius: number, side: number): string {
  const { x, y } = centreOf(geometry, hex);
  const reach = geometry.hex_width * (radius + 0.62);
  return `<circle class="story-ring side-${side}" style="transform-origin:${f(x)}px ${f(y)}px" cx="${f(x)}" cy="${f(y)}" r="${f(reach)}"/>`;
}

export function storyMarkup(geometry: Geometry, { arrows, ribbons, rings, markers }: StorySigns): string {
  return (
    rings.map((one) => ring(geometry, one.hex, one.radius, one.side)).join('') +
    arrows.filter((one) => one.from >= 0 && one.to >= 0).map((one) => arrow(geometry, one)).join('') +
    markers.map((one) => marker(geometry, one.hex, one.text, one.kind)).join('') +
    ribbons.map((one) => ribbon(geometry, one.hex, one.text)).join('')
  );
}
