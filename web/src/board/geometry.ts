/** Where things lie on the sheet: hexes, their corners, and the places of blocks inside a hex. */
import type { Geometry, Point } from './types';

/** A hex is the number row * stride + column - floor(row / 2); between rows there is at least one blank column. */
export function stride(geometry: Geometry): number {
  return geometry.columns + 2;
}

/** Off-map boxes are numbered after the last hex, in their order. */
export function boxHex(geometry: Geometry, place: number): number {
  const last = geometry.rows - 1;
  return last * stride(geometry) - Math.floor(last / 2) + geometry.columns + place;
}

export function hexAt(geometry: Geometry, column: number, row: number): number | null {
  const inside = column >= 0 && column < geometry.columns && row >= 0 && row < geometry.rows;
  return inside ? row * stride(geometry) + column - Math.floor(row / 2) : null;
}

export function offsetOf(geometry: Geometry, hex: number): { column: number; row: number } {
  const width = stride(geometry);
  let row = Math.floor(hex / width);
  let column = hex - row * width + Math.floor(row / 2);
  while (column >= geometry.columns) {
    row += 1;
    column = hex - row * width + Math.floor(row / 2);
  }
  return { column, row };
}

export function hexLabel(geometry: Geometry, hex: number): string {
  const { column, row } = offsetOf(geometry, hex);
  return `${String(column + 1).padStart(2, '0')}${String(row + 1).padStart(2, '0')}`;
}

export function centreOf(geometry: Geometry, hex: number): Point {
  const box = hex - boxHex(geometry, 0);
  if (box >= 0) {
    const [x, y] = Object.values(geometry.boxes ?? {})[box] ?? [0, 0];
    return { x, y };
  }
  const { column, row } = offsetOf(geometry, hex);
  return {
    x: geometry.hex_width * (column + 0.5 + (row % 2) / 2),
    y: geometry.hex_height / 2 + geometry.row_step * row,
  };
}

/** The hex a point lies in: the nearest centre of the two rows around it. */
export function hexUnder(geometry: Geometry, point: Point): number | null {
  const [wide, high] = [(geometry.box_width ?? 0) / 2, (geometry.box_height ?? 0) / 2];
  const box = Object.values(geometry.boxes ?? {}).findIndex(([x, y]) => Math.abs(point.x - x) <= wide && Math.abs(point.y - y) <= high);
  if (box >= 0) return boxHex(geometry, box);
  const guess = Math.floor((point.y - geometry.hex_height / 2) / geometry.row_step);
  let best: number | null = null;
  let least = Infinity;
  for (const row of [guess, guess + 1]) {
    const column = Math.round(point.x / geometry.hex_width - 0.5 - (((row % 2) + 2) % 2) / 2);
    const hex = hexAt(geometry, column, row);
    if (hex === null) continue;
    const centre = centreOf(geometry, hex);
    const distance = Math.hypot(centre.x - point.x, centre.y - point.y);
    if (distance < least) [best, least] = [hex, distance];
  }
  return least <= geometry.hex_height / 2 ? best : null;
}

export function corners(geometry: Geometry, centre: Point, scale = 1): [number, number][] {
  const w = (geometry.hex_width / 2) * scale;
  const h = (geometry.hex_height / 2) * scale;
  const side = (geometry.hex_height / 2 - (geometry.hex_height - geometry.row_step)) * scale;
  const around: [number, number][] = [[0, -h], [w, -side], [w, side], [0, h], [-w, side], [-w, -side]];
  return around.map(([x, y]) => [centre.x + x, centre.y + y]);
}

export function hexagon(geometry: Geometry, centre: Point, scale = 1): string {
  return corners(geometry, centre, scale).map(([x, y]) => `${x},${y}`).join(' ');
}

/** The point of the map nearest to one beside it. */
function nearest(geometry: Geometry, { x, y }: Point): Point {
  const within = (value: number, most: number): number => Math.min(Math.max(value, geometry.hex_width / 2), most - geometry.hex_width / 2);
  return { x: within(x, geometry.width), y: within(y, geometry.height) };
}

export type Step = 'left' | 'right' | 'up' | 'down';

/** The neighbour in a direction of the arrow keys; up and down go along one column as straight as the grid allows. */
export function neighbour(geometry: Geometry, hex: number, step: Step): number {
  if (hex >= boxHex(geometry, 0)) return hexUnder(geometry, nearest(geometry, centreOf(geometry, hex))) ?? hex;
  const { column, row } = offsetOf(geometry, hex);
  const to = {
    left: hexAt(geometry, column - 1, row),
    right: hexAt(geometry, column + 1, row),
    up: hexAt(geometry, column, row - 1),
    down: hexAt(geometry, column, row + 1),
  }[step];
  return to ?? hex;
}

export function distance(geometry: Geometry, first: number, second: number): number {
  if (Math.max(first, second) >= boxHex(geometry, 0)) return first === second ? 0 : Infinity;
  const a = offsetOf(geometry, first);
  const b = offsetOf(geometry, second);
  const dq = b.column - Math.floor(b.row / 2) - (a.column - Math.floor(a.row / 2));
  const dr = b.row - a.row;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

export interface Slot extends Point {
  size: number;
}

const UNIT = 40;
const STACKS: [x: number, y: number][][] = [
  [],
  [[0, 3]],
  [[-15.6, 3], [15.6, 3]],
  [[0, -15.5], [-14.6, 15.5], [14.6, 15.5]],
  [[-14.6, -15.5], [14.6, -15.5], [-14.6, 15.5], [14.6, 15.5]],
];
const STACK_SCALE = [0, 0.92, 0.76, 0.7, 0.7];
const ROW_SCALE = [0, 0.68, 0.66, 0.55, 0.44];
const ROW_PITCH = [0, 0, 28, 23, 17.4];

/** Places of `near` and `far` blocks in a hex: alone, side by side, in a square, or two rows where both sides stand. */
export function slots(near: number, far: number): { near: Slot[]; far: Slot[] } {
  if (near && far) return { near: battleRow(near, 17.5), far: battleRow(far, -15) };
  const alone = stack(near + far);
  return near ? { near: alone, far: [] } : { near: [], far: alone };
}

function stack(count: number): Slot[] {
  const known = STACKS[count];
  if (known) return known.map(([x, y]) => ({ x, y, size: UNIT * STACK_SCALE[count]! }));
  const upper = Math.floor(count / 2);
  return [...rowOf(upper, -15.5, 26, 64), ...rowOf(count - upper, 15.5, 26, 64)];
}

function battleRow(count: number, y: number): Slot[] {
  const pitch = ROW_PITCH[count];
  if (pitch === undefined) return rowOf(count, y, 17, 66);
  return Array.from({ length: count }, (_, place) => ({ x: (place - (count - 1) / 2) * pitch, y, size: UNIT * ROW_SCALE[count]! }));
}

function rowOf(count: number, y: number, size: number, width: number): Slot[] {
  const pitch = count > 1 ? Math.min(size + 1.5, (width - size) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, place) => ({ x: (place - (count - 1) / 2) * pitch, y, size }));
}

/** Places of a stack that is fanned out: rows of at most four, above the hex's centre. */
export function fanned(count: number): Slot[] {
  const size = 46;
  const columns = Math.min(count, 4);
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, count - row * columns);
    return {
      x: ((place % columns) - (inRow - 1) / 2) * (size + 4),
      y: (row - (rows - 1) / 2) * (size + 6),
      size,
    };
  });
}
