import { describe, expect, it } from 'vitest';
import type { Piece } from '../src/board/types';
import { battleSignature } from '../src/state/signature';

const piece = (id: string, hex: number, strength = 4, more: Partial<Piece> = {}): Piece =>
  ({ id, hex, states: [], facing: 'face', face: { strength, steps: strength }, row: 'near', side: 0, nation: '', sign: 'none', label: '', ...more }) as unknown as Piece;

const view = (own: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  phase: 4,
  weather: 0,
  blocks: { own: [[0], [1], [2]], seen: [] },
  strikes: [],
  own: { flags: [0, 0, 0], entered_from: [], budget: 7, ...own },
  ...more,
});
const there = [piece('b0', 5), piece('h9', 5), piece('b1', 8), piece('b2', 9, 3, { isHeadquarters: true })];
const signature = (seen: unknown, pieces = there, thrown = 0): string => battleSignature(seen, pieces, 5, thrown);

describe('what the odds of a battle depend on', () => {
  it('does not change with what happens elsewhere', () => {
    const moved = there.map((one) => (one.id === 'b1' ? { ...one, hex: 30 } : one));
    expect(signature(view({ flags: [0, 1, 0], entered_from: [[1, 29]], budget: 3 }), moved)).toBe(signature(view()));
  });

  it.each([
    ['a block that joins', view(), [...there, piece('b3', 5)], 0],
    ['a step lost', view(), [piece('b0', 5, 3), ...there.slice(1)], 0],
    ['the side it entered over', view({ entered_from: [[0, 4]] }), there, 0],
    ['an air strike at the hex', view({}, { strikes: [[2, 5]] }), there, 0],
    ['a headquarters that was activated', view({ command: [0, 0, 1] }), there, 0],
    ['the phase', view({}, { phase: 5 }), there, 0],
    ['the weather', view({}, { weather: 1 }), there, 0],
    ['dice that were thrown', view(), there, 12],
  ])('changes with %s', (_, seen, pieces, thrown) => {
    expect(signature(seen, pieces as Piece[], thrown as number)).not.toBe(signature(view()));
  });
});
