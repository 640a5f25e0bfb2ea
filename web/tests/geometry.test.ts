import { describe, expect, it } from 'vitest';
import { centreOf, distance, fanned, hexAt, hexLabel, hexUnder, neighbour, offsetOf, slots } from '../src/board/geometry';
import { byHex, frontOf, midmost, placements } from '../src/board/stacks';
import type { Geometry, Piece } from '../src/board/types';

const sheet: Geometry = { hex_width: 70, hex_height: 80, row_step: 60, columns: 26, rows: 28, width: 1855, height: 1700 };
const tall: Geometry = { ...sheet, columns: 5, rows: 60 };

function every(geometry: Geometry): number[] {
  const found: number[] = [];
  for (let row = 0; row < geometry.rows; row++) {
    for (let column = 0; column < geometry.columns; column++) found.push(hexAt(geometry, column, row)!);
  }
  return found;
}

describe('hexes', () => {
  it.each([['the map', sheet], ['a tall map', tall]])('are numbered without two sharing a number on %s', (_, geometry) => {
    expect(new Set(every(geometry)).size).toBe(geometry.columns * geometry.rows);
  });

  it.each([['the map', sheet], ['a tall map', tall]])('are found again from their number and from their centre on %s', (_, geometry) => {
    for (const hex of every(geometry)) {
      const { column, row } = offsetOf(geometry, hex);
      expect(hexAt(geometry, column, row)).toBe(hex);
      expect(hexUnder(geometry, centreOf(geometry, hex))).toBe(hex);
    }
  });

  it('have the centres the server gives', () => {
    expect(centreOf(sheet, hexAt(sheet, 0, 0)!)).toEqual({ x: 35, y: 40 });
    expect(centreOf(sheet, hexAt(sheet, 0, 1)!)).toEqual({ x: 70, y: 100 });
    expect(hexLabel(sheet, hexAt(sheet, 15, 16)!)).toBe('1617');
  });

  it('are told apart near their corners', () => {
    const first = centreOf(sheet, hexAt(sheet, 3, 3)!);
    expect(hexUnder(sheet, { x: first.x + 30, y: first.y + 10 })).toBe(hexAt(sheet, 3, 3));
    expect(hexUnder(sheet, { x: first.x + 30, y: first.y + 35 })).not.toBe(hexAt(sheet, 3, 3));
    expect(hexUnder(sheet, { x: -60, y: -60 })).toBeNull();
  });

  it('have neighbours in the four directions of the arrow keys', () => {
    const middle = hexAt(sheet, 5, 5)!;
    for (const step of ['left', 'right', 'up', 'down'] as const) expect(distance(sheet, middle, neighbour(sheet, middle, step))).toBe(1);
    const corner = hexAt(sheet, 0, 0)!;
    expect(neighbour(sheet, corner, 'left')).toBe(corner);
    expect(neighbour(sheet, corner, 'up')).toBe(corner);
  });

  it('are as far apart as steps are needed', () => {
    expect(distance(sheet, hexAt(sheet, 2, 2)!, hexAt(sheet, 2, 2)!)).toBe(0);
    expect(distance(sheet, hexAt(sheet, 2, 2)!, hexAt(sheet, 7, 2)!)).toBe(5);
    expect(distance(sheet, hexAt(sheet, 2, 2)!, hexAt(sheet, 3, 4)!)).toBe(2);
  });
});

describe('stacks', () => {
  const piece = (id: string, hex: number, row: Piece['row']): Piece => ({
    id, hex, row, side: 0, nation: 'german', sign: 'cross', facing: 'back', states: [], label: id,
  });

  it.each([1, 2, 3, 4])('of %i blocks stay inside their hex and do not hide each other', (count) => {
    const places = slots(count, 0).near;
    expect(places).toHaveLength(count);
    for (const place of places) expect(Math.abs(place.x) + place.size / 2).toBeLessThanOrEqual(35);
    for (const [at, one] of places.entries()) {
      for (const other of places.slice(at + 1)) {
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(one.size * 0.9);
      }
    }
  });

  it('of both sides stand in two rows, one above the other', () => {
    const { near, far } = slots(3, 2);
    expect(Math.min(...near.map((place) => place.y))).toBeGreaterThan(Math.max(...far.map((place) => place.y)));
  });

  it('fan out to places that do not overlap', () => {
    const places = fanned(7);
    for (const [at, one] of places.entries()) {
      for (const other of places.slice(at + 1)) {
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(one.size);
      }
    }
  });

  it('place every block once', () => {
    const hex = hexAt(sheet, 4, 4)!;
    const there = [piece('a', hex, 'near'), piece('b', hex, 'far'), piece('c', hex, 'near')];
    expect(placements(sheet, hex, there).map((place) => place.id).sort()).toEqual(['a', 'b', 'c']);
    expect(byHex(there).get(hex)).toHaveLength(3);
  });

  it('make a front where the sides are close, and leave out what is far behind', () => {
    const [mine, theirs, behind] = [hexAt(sheet, 4, 4)!, hexAt(sheet, 6, 4)!, hexAt(sheet, 20, 20)!];
    const pieces = [piece('a', mine, 'near'), piece('b', theirs, 'far'), piece('c', behind, 'far')];
    expect(frontOf(sheet, pieces)).toEqual([mine, theirs]);
    expect(frontOf(sheet, [pieces[2]!])).toEqual([behind]);
  });
});

it('finds the hex in the midst of others, whatever lies far off', () => {
  const [west, middle, east, far] = [hexAt(sheet, 4, 4)!, hexAt(sheet, 6, 4)!, hexAt(sheet, 8, 4)!, hexAt(sheet, 24, 26)!];
  expect(midmost(sheet, [west, middle, east])).toBe(middle);
  expect([middle, east]).toContain(midmost(sheet, [far, west, middle, east]));
});
