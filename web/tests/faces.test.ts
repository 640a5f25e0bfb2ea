import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { cornerSign, symbol } from '../src/board/symbols';
import type { CornerSign } from '../src/board/types';
import { setLanguage } from '../src/i18n/index.svelte';
import { signOf } from '../src/titles/faces';
import { shortName } from '../src/titles/short-names';
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

it.each([['de', 'HG'], ['es', 'GE'], ['it', 'GA']] as const)('writes the army groups short in %s, as the list of names has them', async (language, short) => {
  const names = JSON.parse(readFileSync(join(__dirname, `../src/i18n/names/${language}.json`), 'utf8')) as Record<string, string>;
  const groups = Object.entries(names).flatMap(([english, name]) => (/^Army Group [A-Z]/.test(english) ? [name] : []));
  expect(groups.length).toBeGreaterThan(3);
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage(language);
  expect(groups.filter((name) => !shortName(name).startsWith(`${short} `))).toEqual([]);
  await setLanguage('en');
  vi.unstubAllGlobals();
});
