import { describe, expect, it } from 'vitest';
import { edgesOf, isWeighted, spanText } from '../src/stage/aim';
import type { Aim } from '../src/wire';

const level = (at_least: number, winner: number, name: string) => ({ at_least, winner, level: name });
const POINTS = {
  kind: 'points', counts: 0, is_ours: false,
  levels: [level(-9999, 1, 'decisive'), level(-25, 1, 'major'), level(-15, 1, 'marginal'), level(-5, -1, 'draw'), level(6, 0, 'marginal'), level(16, 0, 'major'), level(26, 0, 'decisive')],
} as unknown as Aim;

describe('the track of the aim', () => {
  it('says between its fields how far ahead either side must be', () => {
    expect(edgesOf(POINTS).map(({ needs }) => needs)).toEqual([26, 16, 6, 6, 16, 26]);
    expect(edgesOf(POINTS)[0]!.at).toBeCloseTo(1 / 7);
  });

  it('says how many places each level asks for', () => {
    const places = { ...POINTS, kind: 'places', levels: [level(0, 1, 'decisive'), level(1, -1, 'draw'), level(3, 0, 'victory')] } as unknown as Aim;
    expect(edgesOf(places).map(({ needs }) => needs)).toEqual([1, 3]);
  });

  it('has no numbers where conditions decide, or an aim of ours', () => {
    expect(edgesOf({ ...POINTS, kind: 'conditions' } as Aim)).toEqual([]);
    expect(edgesOf({ ...POINTS, kind: 'places', is_ours: true } as Aim)).toEqual([]);
  });
});

it('tells places that count more than one another from places that are counted', () => {
  const of = (...points: number[]): Aim => ({ ...POINTS, kind: 'places', places: points.map((one, hex) => ({ hex, points: one, holder: 0 })) }) as Aim;
  expect(isWeighted(of(1, 1))).toBe(false);
  expect(isWeighted(of(1, 5))).toBe(true);
  expect(isWeighted(of(1, -1))).toBe(true);
});

it('parts two numbers below nought by something that is no minus', () => {
  expect(spanText([-34, -6])).toBe('−34 … −6');
  expect(spanText([0, 28])).toBe('0 – 28');
  expect(spanText([-52, -52])).toBe('−52');
});
