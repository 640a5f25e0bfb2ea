import { describe, expect, it } from 'vitest';
import { costOf, spread } from '../src/stage/end/moments';
import { spreadOf } from '../src/panels/battle/numbers';

describe('moments of a game that is over', () => {
  it('are all of them where they are few', () => expect(spread(3, 24)).toEqual([0, 1, 2]));

  it('are spread evenly from the first to the last where they are many', () => {
    const found = spread(100, 5);
    expect(found).toEqual([0, 25, 50, 74, 99]);
  });

  it('tell what the game cost a side', () => {
    const point = (line: number, blocks: number[], lost: number[]) => ({ line, turn: 0, phase: null, values: { blocks, lost } });
    expect(costOf([point(0, [10, 12], [0, 0]), point(9, [8, 12], [7, 3])], 0)).toEqual({ steps: 7, before: 10, after: 8 });
  });
});

describe('the outcomes of an attack', () => {
  it('come best first, without a gap, and gather what lies far out', () => {
    const found = spreadOf([[-6, 0.1], [-1, 0.2], [1, 0.3], [7, 0.4]]);
    expect(found.map(([count]) => count)).toEqual([4, 3, 2, 1, 0, -1, -2, -3, -4]);
    expect(found[0]![1]).toBeCloseTo(0.4);
    expect(found.at(-1)![1]).toBeCloseTo(0.1);
  });

  it('leave out ends that are hardly possible', () => expect(spreadOf([[-3, 0.001], [0, 0.5], [1, 0.499]]).map(([count]) => count)).toEqual([1, 0]));
});
