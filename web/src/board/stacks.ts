/** The position of each block: a slot of its hex, or a place in the fan of an opened stack. */
import { centreOf, distance, fanned, slots, type Slot } from './geometry';
import type { Geometry, Piece } from './types';

export interface Placement extends Slot {
  id: string;
}

export function byHex(pieces: Iterable<Piece>): Map<number, Piece[]> {
  const found = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const there = found.get(piece.hex);
    if (there) there.push(piece);
    else found.set(piece.hex, [piece]);
  }
  return found;
}

/** Enemy pieces first, so that a fan and the reading order go from the enemy's row to the player's own. */
export function ordered(there: readonly Piece[]): Piece[] {
  return [...there.filter((piece) => piece.row === 'far'), ...there.filter((piece) => piece.row === 'near')];
}

export function placements(geometry: Geometry, hex: number, there: readonly Piece[]): Placement[] {
  const centre = centreOf(geometry, hex);
  const far = there.filter((piece) => piece.row === 'far');
  const near = there.filter((piece) => piece.row === 'near');
  const places = slots(near.length, far.length);
  const put = (pieces: Piece[], free: Slot[]): Placement[] =>
    pieces.map((piece, place) => shifted(piece.id, centre, free[place]!));
  return [...put(far, places.far), ...put(near, places.near)];
}

/** When zoomed out, the blocks of a side in a hex are drawn as one; headquarters are drawn by themselves. */
export interface Gathered {
  row: 'near' | 'far';
  /** One piece, or several that are drawn as one. */
  pieces: Piece[];
}

export function gathered(there: readonly Piece[]): Gathered[] {
  const found: Gathered[] = [];
  for (const row of ['far', 'near'] as const) {
    const all = there.filter((piece) => piece.row === row);
    const units = all.filter((piece) => !(piece.isHeadquarters && piece.facing === 'face'));
    if (units.length) found.push({ row, pieces: units });
    for (const headquarters of all.filter((piece) => !units.includes(piece))) found.push({ row, pieces: [headquarters] });
  }
  return found;
}

/** The positions of a hex's grouped blocks, in their order. */
export function gatheredPlaces(geometry: Geometry, hex: number, groups: readonly Gathered[]): Slot[] {
  const centre = centreOf(geometry, hex);
  const far = groups.filter((group) => group.row === 'far').length;
  const places = slots(groups.length - far, far);
  return [...places.far, ...places.near].map((slot) => ({ x: centre.x + slot.x, y: centre.y + slot.y, size: slot.size }));
}

/** The opened stack, enlarged so that its blocks are readable on screen. */
export function fan(geometry: Geometry, hex: number, there: readonly Piece[], scale: number): Placement[] {
  const centre = centreOf(geometry, hex);
  const grow = Math.max(0.9, 1.15 / scale);
  return ordered(there).map((piece, place) => {
    const slot = fanned(there.length)[place]!;
    return shifted(piece.id, centre, { x: slot.x * grow, y: slot.y * grow, size: slot.size * grow });
  });
}

function shifted(id: string, centre: { x: number; y: number }, slot: Slot): Placement {
  return { id, x: centre.x + slot.x, y: centre.y + slot.y, size: slot.size };
}

const NEAR = 3;

/** Hexes of blocks that stand near a block of the other row; of all blocks where there are none. */
export function frontOf(geometry: Geometry, pieces: readonly Piece[]): number[] {
  const rows = { near: new Set<number>(), far: new Set<number>() };
  for (const piece of pieces) rows[piece.row].add(piece.hex);
  const close = (hex: number, others: Set<number>): boolean => [...others].some((other) => distance(geometry, hex, other) <= NEAR);
  const front = [
    ...[...rows.near].filter((hex) => close(hex, rows.far)),
    ...[...rows.far].filter((hex) => close(hex, rows.near)),
  ];
  return front.length ? front : [...rows.near, ...rows.far];
}

/** The hex from which it is not far to any of the others: where one looks when they are too many to be seen together. */
export function midmost(geometry: Geometry, hexes: readonly number[]): number {
  const far = (hex: number): number => hexes.reduce((sum, other) => sum + distance(geometry, hex, other), 0);
  return hexes.reduce((best, hex) => (far(hex) < far(best) ? hex : best), hexes[0]!);
}
