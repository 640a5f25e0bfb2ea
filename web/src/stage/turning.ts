/** Where a game turned: the largest changes of the balance from one player turn to the next. */
import type { ChartPoint } from '../wire';

export interface Swing {
  /** The moment after which the balance was another. */
  line: number;
  phase: unknown;
  change: number;
}

/** The first side's advantage at each moment; victory points where a title counts them, else steps on the map. */
export function balances(points: readonly ChartPoint[]): { line: number; phase: unknown; balance: number }[] {
  const name = points.some((point) => point.values.victory_points?.every((value) => value !== null)) ? 'victory_points' : 'steps';
  return points.flatMap((point) => {
    const [first, second] = point.values[name] ?? [];
    return typeof first === 'number' && typeof second === 'number' ? [{ line: point.line, phase: point.phase, balance: first - second }] : [];
  });
}

export function swings(points: readonly ChartPoint[], most = 4): Swing[] {
  const all = balances(points);
  return all
    .slice(1)
    .map((now, number) => ({ line: now.line, phase: now.phase, change: now.balance - all[number]!.balance }))
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.line - b.line);
}

/** How likely so few hits were, or fewer, with that many dice and that mean: the share of games with worse luck. */
export function worseLuck(dice: number, hits: number, expected: number): number | null {
  if (!dice || expected <= 0 || expected >= dice) return null;
  const chance = expected / dice;
  // the sum of many throws is as good as normal; half a hit for the step from whole numbers
  const z = (hits - 0.5 - expected) / Math.sqrt(dice * chance * (1 - chance));
  return 0.5 * (1 + erf(z / Math.SQRT2));
}

function erf(x: number): number {
  const k = 1 / (1 + 0.3275911 * Math.abs(x));
  const y = 1 - ((((1.061405429 * k - 1.453152027) * k + 1.421413741) * k - 0.284496736) * k + 0.254829592) * k * Math.exp(-x * x);
  return x < 0 ? -y : y;
}
