/** Where a game turned: the largest changes of the balance from one player turn to the next. */
import type { ChartPoint, Expectations } from '../wire';

export interface Swing {
  /** The index of the first moment after which the balance was different. */
  moment: number;
  change: number;
}

/** The measure of a game: what a machine player would have expected, else victory points, else steps on the map. */
export type Told = 'expected' | 'points' | 'steps';

export function toldBy(points: readonly ChartPoint[], expected: Expectations | null): Told {
  if (expected?.judge && expected.values.length === points.length) return 'expected';
  return points.some((point) => point.values.victory_points?.every((value) => value !== null)) ? 'points' : 'steps';
}

/** The first side's advantage at each moment. */
export function balances(points: readonly ChartPoint[], expected: Expectations | null = null): number[] {
  const told = toldBy(points, expected);
  if (told === 'expected') return expected!.values;
  let last = 0;
  return points.map((point) => {
    const [first, second] = point.values[told === 'points' ? 'victory_points' : 'steps'] ?? [];
    if (typeof first === 'number' && typeof second === 'number') last = first - second;
    return last;
  });
}

/** Smaller changes do not count. */
const LEAST = 0.5;

export function swings(curve: readonly number[], most = 4): Swing[] {
  return curve
    .slice(1)
    .map((now, number) => ({ moment: number + 1, change: now - curve[number]! }))
    .filter(({ change }) => Math.abs(change) >= LEAST)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.moment - b.moment);
}
