import { describe, expect, it } from 'vitest';
import type { UnitSymbol } from '../src/board/types';
import type { Fighter } from '../src/stage/battle';
import { orderOfFire } from '../src/stage/order';

const unit = (block: number, side: number, steps = 3): Fighter => ({ key: `b${block}`, side, block, came: steps, steps, state: 'stands', now: null });
const facts = (lowest: Record<number, number>, symbols: Record<number, UnitSymbol> = {}) => ({ lowest: (block: number) => lowest[block], dice: (one: Fighter) => one.steps, symbol: (block: number) => symbols[block] });
const shot = (block: number) => ({ shots: [{ block, dice: 3, lowest: 5 }] });
const fought = (...blocks: number[]) => ({ attacker: 0, throws: blocks.map(shot) as never });

describe('the order of fire', () => {
  const all = [unit(1, 0, 4), unit(2, 0, 3), unit(3, 0, 4), unit(9, 1, 2)];

  it('lets defenders fire first, and the best of a side before the others', () => {
    const order = orderOfFire(all, fought(), false, facts({ 1: 6, 2: 5, 3: 5, 9: 5 }));
    expect([...order]).toEqual([[9, 1], [3, 2], [2, 3], [1, 4]]);
  });

  it('keeps those who have fired at the places at which they did', () => {
    const order = orderOfFire(all, fought(9, 2), false, facts({ 1: 6, 2: 5, 3: 5, 9: 5 }));
    expect([...order]).toEqual([[9, 1], [2, 2], [3, 3], [1, 4]]);
  });

  it('numbers nobody of whom one does not know that he fires', () => {
    expect(orderOfFire([...all, unit(-1, 1)], fought(), false, facts({ 1: 6 })).size).toBe(1);
  });

  it('tells the step in a battle of five steps, and none for aircraft', () => {
    const order = orderOfFire(all, fought(), true, facts({ 1: 5, 2: 5, 3: 5, 9: 5 }, { 1: 'artillery', 2: 'infantry', 3: 'air', 9: 'armor' }));
    expect([...order]).toEqual([[1, 4], [2, 5], [9, 5]]);
  });
});
