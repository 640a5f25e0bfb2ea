/** What lies over the hexes: filled, hatched, ringed; tracks from hex to hex; borders between hexes. One element for each tint. */
import { centreOf, corners, hexagon } from './geometry';
import type { Geometry, Tint } from './types';

function area(geometry: Geometry, hexes: readonly number[], scale: number): string {
  return hexes.map((hex) => `M${hexagon(geometry, centreOf(geometry, hex), scale)}Z`).join('');
}

function track(geometry: Geometry, lines: Tint['lines']): string {
  return (lines ?? [])
    .map(([first, second]) => {
      const [a, b] = [centreOf(geometry, first), centreOf(geometry, second)];
      return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    })
    .join('');
}

/** The side that two adjacent hexes share: the two corners of the first that lie nearest to the second. */
function border(geometry: Geometry, lines: Tint['lines']): string {
  return (lines ?? [])
    .map(([first, second]) => {
      const other = centreOf(geometry, second);
      const away = (x: number, y: number): number => Math.hypot(x - other.x, y - other.y);
      const [a, b] = corners(geometry, centreOf(geometry, first), 1).sort((p, q) => away(...p) - away(...q));
      return `M${a![0]} ${a![1]}L${b![0]} ${b![1]}`;
    })
    .join('');
}

function hatching(number: number): string {
  return (
    `<pattern id="hatch-${number}" width="13" height="13" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    '<path class="hatch-line" d="M0 6.5h13"/></pattern>'
  );
}

export function tintMarkup(geometry: Geometry, tints: readonly Tint[]): string {
  return tints
    .map((tint, number) => {
      const { drawing, hexes, lines, token } = tint;
      const path =
        drawing === 'track' ? track(geometry, lines)
        : drawing === 'border' ? border(geometry, lines)
        : area(geometry, hexes, drawing === 'ring' ? 0.86 : 1);
      const pattern = drawing === 'hatch' ? hatching(number) : '';
      const fill = drawing === 'hatch' ? ` fill="url(#hatch-${number})"` : '';
      return `<g style="--tint:var(${token})">${pattern}<path class="tint tint-${drawing}"${fill} d="${path}"/></g>`;
    })
    .join('');
}

/** A move as it will be made: a line from centre to centre with an arrow at its end. */
export function wayMarkup(geometry: Geometry, hexes: readonly number[]): string {
  if (hexes.length < 2) return '';
  const points = hexes.map((hex) => centreOf(geometry, hex));
  const [before, last] = [points.at(-2)!, points.at(-1)!];
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const stops = points.slice(1, -1).map(({ x, y }) => `<circle class="way-stop" cx="${x}" cy="${y}" r="4.5"/>`);
  return (
    `<polyline class="way-edge" points="${line}"/><polyline class="way-line" points="${line}"/>${stops.join('')}` +
    `<path class="way-head" d="M-13-9 3 0-13 9z" transform="translate(${last.x} ${last.y}) rotate(${angle})"/>`
  );
}
