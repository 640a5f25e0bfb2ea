import { describe, expect, it } from 'vitest';
import { boxHex, centreOf, distance, hexAt, hexUnder } from '../src/board/geometry';
import { tintMarkup, wayMarkup } from '../src/board/tints';
import type { Geometry } from '../src/board/types';

const GEOMETRY: Geometry = {
  hex_width: 70,
  hex_height: 80,
  row_step: 60,
  columns: 4,
  rows: 3,
  width: 315,
  height: 200,
  box_width: 120,
  box_height: 80,
  boxes: { narvik: [100, -76], siberia: [500, 90] },
};
const FIRST = hexAt(GEOMETRY, 0, 0)!;
const EAST = hexAt(GEOMETRY, 1, 0)!;

describe('boxes beside the map', () => {
  it('are numbered after the last hex and found where they are drawn', () => {
    expect(boxHex(GEOMETRY, 0)).toBe(hexAt(GEOMETRY, 3, 2)! + 1);
    expect(centreOf(GEOMETRY, boxHex(GEOMETRY, 1))).toEqual({ x: 500, y: 90 });
    expect(hexUnder(GEOMETRY, { x: 530, y: 70 })).toBe(boxHex(GEOMETRY, 1));
    expect(hexUnder(GEOMETRY, centreOf(GEOMETRY, EAST))).toBe(EAST);
  });

  it('are near nothing but themselves', () => {
    expect(distance(GEOMETRY, boxHex(GEOMETRY, 0), FIRST)).toBe(Infinity);
    expect(distance(GEOMETRY, boxHex(GEOMETRY, 0), boxHex(GEOMETRY, 0))).toBe(0);
  });
});

describe('what lies over the map', () => {
  it('parts two hexes along the side they share', () => {
    const markup = tintMarkup(GEOMETRY, [{ drawing: 'border', token: '--ink', hexes: [], lines: [[FIRST, EAST]] }]);
    const [x1, , x2] = /M([\d.]+) ([\d.]+)L([\d.]+)/.exec(markup)!.slice(1).map(Number);
    expect([x1, x2]).toEqual([70, 70]);
  });

  it('joins the centres of hexes by tracks, and fills each kind with one path', () => {
    const tints = tintMarkup(GEOMETRY, [
      { drawing: 'track', token: '--tint-0', hexes: [], lines: [[FIRST, EAST]] },
      { drawing: 'fill', token: '--tint-1', hexes: [FIRST, EAST] },
    ]);
    expect(tints).toContain('M35 40L105 40');
    expect(tints.match(/<path class="tint tint-fill"/g)).toHaveLength(1);
  });

  it('draws a way with a stop at every hex between its ends', () => {
    expect(wayMarkup(GEOMETRY, [FIRST])).toBe('');
    expect(wayMarkup(GEOMETRY, [FIRST, EAST, hexAt(GEOMETRY, 2, 0)!]).match(/way-stop/g)).toHaveLength(1);
  });
});
