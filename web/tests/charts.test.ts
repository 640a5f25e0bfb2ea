import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { luckOf, seriesOf } from '../src/charts/series';
import { EVENT_CLAUSES } from '../src/titles/clauses';
import type { Charts } from '../src/wire';

const CHARTS: Charts = {
  truth: false,
  points: [
    { line: 0, turn: 0, phase: null, values: { steps: [20, null], lost: [0, 0], dice: [0, 0], hits: [0, 0], expected: [0, 0] } },
    { line: 9, turn: 1, phase: null, values: { steps: [18, null], lost: [2, 1], dice: [6, 3], hits: [1, 2], expected: [2.33, 0.5] } },
  ],
};

describe('figures of a game', () => {
  it('become curves by side, with what is unknown left out', () => {
    const found = Object.fromEntries(seriesOf(CHARTS, 2).map((series) => [series.kind, series.values]));
    expect(found.steps).toEqual([[20, 18], [null, null]]);
    expect(found.lost).toEqual([[0, 2], [0, 1]]);
    expect(found.luck).toEqual([[0, -1.33], [0, 1.5]]);
    expect(Object.keys(found)).not.toContain('victory_points');
  });

  it('tell the luck of the whole game', () => {
    expect(luckOf(CHARTS, 2)).toEqual([
      { side: 0, dice: 6, hits: 1, expected: 2.33 },
      { side: 1, dice: 3, hits: 2, expected: 0.5 },
    ]);
  });
});

describe('clauses of the log', () => {
  it.each(Object.keys(EVENT_CLAUSES))('are listed for %s', (title) => {
    const book = title === 'blocks_east_and_west' ? 'blocks_in_the_west' : title; // the joined campaign is told by the book of the West
    const listed = readFileSync(join(__dirname, `../../src/blockfront/games/${book}/data/clauses.csv`), 'utf8');
    const missing = Object.values(EVENT_CLAUSES[title]!).filter((clause) => !listed.includes(`\n${clause},`));
    expect(missing).toEqual([]);
  });
});
