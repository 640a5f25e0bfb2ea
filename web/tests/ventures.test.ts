import { describe, expect, it } from 'vitest';
import { cheapest, isVenture, landing, spentBy } from '../src/strategic/ventures';
import type { Passage } from '../src/wire';

const passage = (block: number, hq: number, price: number): Passage => ({ block, port: 1, hq, price, arrives: 1, lost: 0, hexes: [7, 8] });

describe('landings', () => {
  it('go by the headquarters that asks least, then by the one with most points left', () => {
    const left = new Map([[1, 2], [2, 4]]);
    expect(cheapest([passage(5, 1, 1), passage(5, 2, 2)], left)?.hq).toBe(1);
    expect(cheapest([passage(5, 1, 1), passage(5, 2, 1)], left)?.hq).toBe(2);
    expect(cheapest([], left)).toBeNull();
  });

  it('cost each headquarters its own points, and nothing in the second wave', () => {
    expect([...spentBy([passage(5, 1, 2), passage(6, 1, 1), passage(7, 2, 1), passage(8, -1, 0)])]).toEqual([[1, 3], [2, 1]]);
    expect(landing(passage(5, 1, 2), 7)).toEqual({ type: 'land', block: 5, to: 7, hq: 1 });
  });

  it('are ventures, as raids and passages are; marches are not', () => {
    expect(['land', 'ship', 'bomb', 'scout', 'reembark'].every((type) => isVenture({ type }))).toBe(true);
    expect(isVenture({ type: 'move' })).toBe(false);
  });
});
