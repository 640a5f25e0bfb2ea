import { describe, expect, it } from 'vitest';
import { movedBy, rangesOf, trackOf } from '../src/stage/aim';
import { dated, weighty } from '../src/stage/end/moments';
import { balances, swings, toldBy } from '../src/stage/turning';
import { check, commitmentOf } from '../src/stage/verify';
import type { Aim, ChartPoint, VerifiedDice } from '../src/wire';

// From blockfront.core.chance with a seed of thirty-two zero bytes.
const SEED = '00'.repeat(32);
const DICE: VerifiedDice = { commitment: '1e85d36d9b8b87f3b1fd4bda43b52bbba5c4c0ef76bf28f63d0742614aff2212', seed: SEED, sides: 6, problem: '', throws: [{number: 0, faces: [5, 1, 6]}, {number: 7, faces: [5, 5, 3, 1]}, {number: 120, faces: [6, 6]}] };

describe('dice', () => {
  it('are those that the server’s program makes from the same seed', async () => {
    expect(await commitmentOf(SEED)).toBe(DICE.commitment);
    expect(await check(DICE)).toEqual({ dice: 9, isSealed: true, wrong: null });
  });

  it('that were altered are named, and a seed that was not sealed is noticed', async () => {
    const altered = structuredClone(DICE);
    const face = altered.throws[1]!.faces[1]!;
    altered.throws[1]!.faces[1] = (face % 6) + 1;
    expect((await check(altered)).wrong).toEqual({ throw: 7, die: 2, is: (face % 6) + 1, should: face });
    expect((await check({ ...DICE, commitment: 'ff' })).isSealed).toBe(false);
  });
});

const AIM: Aim = {
  kind: 'points', counts: 0, balance: [-2, 8], items: [], places: [], turns: 10, turns_left: 7, month: 23322, clause: 'EF-17.1a', is_ours: false, conditions: [],
  levels: [
    { at_least: -10000, winner: 1, level: 'decisive' }, { at_least: -25, winner: 1, level: 'major' }, { at_least: -15, winner: 1, level: 'marginal' },
    { at_least: -5, winner: -1, level: 'draw' }, { at_least: 6, winner: 0, level: 'marginal' }, { at_least: 16, winner: 0, level: 'major' }, { at_least: 26, winner: 0, level: 'decisive' },
  ],
};

describe('the aim', () => {
  it('tells the level of the balance and what is missing for the next, for each side', () => {
    const track = trackOf(AIM)!;
    expect(track.now).toMatchObject({ winner: -1, level: 'draw' });
    expect(track.missing(0)).toEqual({ count: 3, level: 'marginal', winner: 0 });
    expect(track.missing(1)).toEqual({ count: 9, level: 'marginal', winner: 1 });
    expect(track.from).toBeLessThan(track.marker);
    expect(track.to).toBeGreaterThan(track.marker);
  });

  it('tells how many places bring each level, without bounds that nobody needs', () => {
    const levels = [-99, 3, 4, 6].map((at_least, place) => ({ at_least, winner: place ? -1 : 0, level: String(place) }));
    expect(rangesOf({ ...AIM, kind: 'places', levels }).map(({ kind, from, to }) => [kind, kind === 'up_to' ? to : from])).toEqual([['up_to', 2], ['at', 3], ['between', 4], ['from', 6]]);
  });

  it('tells by how much a story has moved it, as each side feels it', () => {
    const told = { start: [-2, 8], now: [-5, 5] } as const;
    expect(movedBy(AIM, told, 0)).toBe(-3);
    expect(movedBy(AIM, told, 1)).toBe(3);
    expect(movedBy(AIM, { ...told, now: told.start }, 0)).toBeNull();
    expect(movedBy({ ...AIM, kind: 'conditions' }, told, 0)).toBeNull();
    expect(movedBy(AIM, null, 0)).toBeNull();
  });
});

describe('the end', () => {
  const point = (line: number, first: number, second: number): ChartPoint => ({ line, turn: 0, phase: null, values: { victory_points: [first, second] } });

  const points = [point(0, 5, 5), point(3, 9, 5), point(6, 9, 12), point(9, 9, 11)];

  it('finds the largest changes of the balance, in the order of the game', () => {
    expect(swings(balances(points), 2)).toEqual([{ moment: 1, change: 4 }, { moment: 2, change: -7 }]);
  });

  it('tells what was expected where a machine player judges positions, else points or steps', () => {
    const expected = { judge: 'captain', in_points: true, values: [1, 1.2, 8, 2] };
    expect(toldBy(points, expected)).toBe('expected');
    expect(swings(balances(points, expected), 1)).toEqual([{ moment: 2, change: 6.8 }]);
    expect(swings([1, 1.2])).toEqual([]);
    expect(toldBy(points, { judge: '', in_points: false, values: [] })).toBe('points');
    expect(toldBy([{ ...points[0]!, values: { steps: [3, 4] } }], null)).toBe('steps');
  });

  it('shows what the computer thought in the turns in which the game turned', () => {
    const thoughts = dated([1, 2, 5, 6.25, 9].map((at) => ({ side: 1, text: String(at), at, sentences: [] })), [0, 2, 4, 8]);
    expect(thoughts.map(({ moment }) => moment)).toEqual([0, 1, 2, 2, 3]);
    expect(weighty(thoughts, [2], 1).map(({ text }) => text)).toEqual(['2']);
    expect(weighty(thoughts, [1, 3], 3).map(({ text }) => text)).toEqual(['1', '2', '6.25']);
  });
});
