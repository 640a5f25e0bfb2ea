import { expect, it } from 'vitest';
import { battlesOfPhase } from '../src/stage/ahead';
import { readerOf } from '../src/stage/readers';
import type { LogLine } from '../src/wire';

const log = (...events: object[]): LogLine[] => events.map((event, number) => ({ number, text: '', event, at: 0 }));
const opened = (hex: number): object => ({ type: 'battle', hex, active: 0, side: 0 });
const closed = (hex: number): object => ({ type: 'battle_closed', hex });
const phase = { type: 'phase', side: 0, phase: 'combat' };

it('counts the battles of this phase alone, each hex once', () => {
  const lines = log(opened(3), closed(3), phase, opened(7), closed(7), opened(9), closed(9), opened(7), closed(7));
  for (const title of ['eastfront', 'blocks_in_the_west']) {
    const { fought, open } = battlesOfPhase(readerOf(title), lines);
    expect([...fought].toSorted()).toEqual([7, 9]);
    expect(open).toBe(null);
  }
});

it('knows the battle that goes on', () => {
  const { fought, open } = battlesOfPhase(readerOf('eastfront'), log(opened(3), closed(3), phase, opened(7), closed(7), opened(9)));
  expect([[...fought], open]).toEqual([[7], 9]);
});

it('finds none in a phase that has just begun', () => {
  expect(battlesOfPhase(readerOf('eastfront'), log(opened(3), closed(3), phase))).toEqual({ fought: new Set(), open: null });
});
