/** The front line: the hexsides between what the sides hold, cut to a soft curve, each side's colour on its own flank. */
import { centreOf, corners, distance, hexAt, offsetOf } from './geometry';
import type { Geometry, Point } from './types';

export type Line = Point[];

/** The neighbour over each of the six sides, in the order of a hex's corners: side n lies between corner n and the next. */
function across(geometry: Geometry, hex: number): (number | null)[] {
  const { column, row } = offsetOf(geometry, hex);
  const shift = row % 2;
  return [
    hexAt(geometry, column + shift, row - 1),
    hexAt(geometry, column + 1, row),
    hexAt(geometry, column + shift, row + 1),
    hexAt(geometry, column - 1 + shift, row + 1),
    hexAt(geometry, column - 1, row),
    hexAt(geometry, column - 1 + shift, row - 1),
  ];
}

/** Sides between a hex of the first side and one of the second, each with the first side's hex on its right. */
export function frontSides(geometry: Geometry, first: ReadonlySet<number>, isOther: (hex: number) => boolean): [Point, Point][] {
  const found: [Point, Point][] = [];
  for (const hex of first) {
    const around = corners(geometry, centreOf(geometry, hex));
    across(geometry, hex).forEach((other, side) => {
      if (other === null || first.has(other) || !isOther(other)) return;
      const [a, b] = [around[side]!, around[(side + 1) % 6]!];
      found.push([{ x: a[0], y: a[1] }, { x: b[0], y: b[1] }]);
    });
  }
  return found;
}

const key = ({ x, y }: Point): string => `${Math.round(x)},${Math.round(y)}`;

/** Hexsides joined into lines, each as long as possible. */
export function chains(sides: readonly [Point, Point][]): Line[] {
  const from = new Map<string, [Point, Point][]>();
  const ends = new Set(sides.map(([, b]) => key(b)));
  for (const side of sides) from.set(key(side[0]), [...(from.get(key(side[0])) ?? []), side]);
  const take = (point: Point): [Point, Point] | undefined => from.get(key(point))?.shift();
  const starts = [...sides.filter(([a]) => !ends.has(key(a))), ...sides];
  const lines: Line[] = [];
  for (const start of starts) {
    let side = from.get(key(start[0]))?.includes(start) ? take(start[0]) : undefined;
    if (!side) continue;
    const line: Line = [side[0]];
    while (side) {
      line.push(side[1]);
      side = take(side[1]);
    }
    lines.push(line);
  }
  return lines;
}

/** Cuts the corners twice, which turns a zigzag into a curve. */
export function softened(line: Line): Line {
  let points = line;
  for (let time = 0; time < 2; time += 1) {
    if (points.length < 3) return points;
    const cut: Line = [points[0]!];
    for (let place = 0; place < points.length - 1; place += 1) {
      const [a, b] = [points[place]!, points[place + 1]!];
      cut.push({ x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 }, { x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 });
    }
    cut.push(points.at(-1)!);
    points = cut;
  }
  return points;
}

/** A parallel line; to the right for a positive distance. */
function beside(line: Line, by: number): Line {
  return line.map((point, place) => {
    const [a, b] = [line[Math.max(0, place - 1)]!, line[Math.min(line.length - 1, place + 1)]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: point.x - ((b.y - a.y) / length) * by, y: point.y + ((b.x - a.x) / length) * by };
  });
}

const path = (line: Line): string => line.map(({ x, y }, place) => `${place ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

export interface Front {
  /** Hexes of each side; an empty second list stands for all hexes that are not the first's. */
  held: readonly [readonly number[], readonly number[]];
  /** Hexes with blocks of each side: a border far from both is no front. */
  standing: readonly [readonly number[], readonly number[]];
  isLand(hex: number): boolean;
}

const REACH = 7;

export function frontLines(geometry: Geometry, { held, standing, isLand }: Front): Line[] {
  const [mine, theirs] = [new Set(held[0]), new Set(held[1])];
  const isOther = (hex: number): boolean => isLand(hex) && (theirs.size ? theirs.has(hex) : true);
  const isNear = (hex: number): boolean => standing.every((side) => side.some((other) => distance(geometry, hex, other) <= REACH));
  const near = new Set([...mine].filter((hex) => isLand(hex) && isNear(hex)));
  const sides = frontSides(geometry, near, (hex) => !mine.has(hex) && isOther(hex));
  return chains(sides).map(softened);
}

/** Distance of each side's line from the middle of a front at its usual size. */
const FLANK = 1.5;

/** The line in both colours; `size` makes it broader where a map is seen from afar. */
export function frontMarkup(lines: readonly Line[], size = 1): string {
  const all = (by: number): string => lines.map((line) => path(by ? beside(line, by * size) : line)).join('');
  return lines.length ? `<path class="front-paper" d="${all(0)}"/><path class="front-side front-0" d="${all(FLANK)}"/><path class="front-side front-1" d="${all(-FLANK)}"/>` : '';
}
