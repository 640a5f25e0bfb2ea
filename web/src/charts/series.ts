/** What the charts of a game show: curves by side over the moments of the game, and the same as a table. */
import type { Charts, ChartPoint } from '../wire';

export const KINDS = ['steps', 'blocks', 'lost', 'luck', 'production', 'victory_points'] as const;
export type Kind = (typeof KINDS)[number];

export interface Series {
  kind: Kind;
  /** By side, then by moment; null where it is not known. */
  values: (number | null)[][];
}

function valuesAt(point: ChartPoint, kind: Kind, side: number): number | null {
  if (kind !== 'luck') return point.values[kind]?.[side] ?? null;
  const [hits, expected] = [point.values.hits?.[side], point.values.expected?.[side]];
  return hits === undefined || hits === null || expected === undefined || expected === null ? null : Math.round(100 * (hits - expected)) / 100;
}

/** Every kind of curve there are figures for. */
export function seriesOf(charts: Charts, sides: number): Series[] {
  return KINDS.map((kind) => ({
    kind,
    values: Array.from({ length: sides }, (_, side) => charts.points.map((point) => valuesAt(point, kind, side))),
  })).filter((series) => series.values.some((values) => values.some((value) => value !== null)));
}

export interface Luck {
  side: number;
  dice: number;
  hits: number;
  expected: number;
}

/** How the dice fell in the whole game. */
export function luckOf(charts: Charts, sides: number): Luck[] {
  const last = charts.points.at(-1)?.values ?? {};
  return Array.from({ length: sides }, (_, side) => ({
    side,
    dice: last.dice?.[side] ?? 0,
    hits: last.hits?.[side] ?? 0,
    expected: last.expected?.[side] ?? 0,
  })).filter((luck) => luck.dice > 0);
}
