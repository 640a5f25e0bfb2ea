import { shortName } from '../src/titles/short-names';
import { describe, expect, it } from 'vitest';
import { cornerSign, symbol } from '../src/board/symbols';
import type { CornerSign } from '../src/board/types';
import { signOf } from '../src/titles/faces';
import * as titleFacts from '../src/wire-facts';

const IN_THE_WEST = ['germany', 'italy', 'rsi', 'france', 'uk', 'canada', 'usa', 'free_france', 'belgium', 'netherlands'];
const BACKS = ['germany', 'italy', 'france', 'uk', 'usa', 'minors', 'redoubts', 'submarines'];

describe('signs of nations', () => {
  it('tell the nations of each game apart without their colours', () => {
    for (const nations of [IN_THE_WEST, titleFacts.blocks_in_the_east.powers, BACKS]) {
      const signs = nations.map((nation) => cornerSign(signOf(nation)));
      expect(new Set(signs).size).toBe(nations.length);
    }
  });

  it('tell Americans from Soviets, who meet in one game', () => {
    expect(signOf('usa')).not.toBe(signOf('ussr'));
  });

  it('are all drawn', () => {
    for (const nation of [...IN_THE_WEST, ...BACKS]) expect(cornerSign(signOf(nation) as CornerSign)).toContain('<path');
  });
});

describe('symbols of the West', () => {
  it('are drawn and differ from each other', () => {
    const kinds = ['infantry', 'motorised', 'motorised_marine', 'coastal', 'air', 'strategic_air', 'redoubt', 'submarine', 'hq'] as const;
    expect(new Set(kinds.map(symbol)).size).toBe(kinds.length);
  });
});

it('leaves out on a block what its colour shows', () => {
  expect(shortName('16th Army (Germany)')).toBe(shortName('16th Army'));
});
