/** Chances and means as text. */
import { language } from '../../i18n/index.svelte';

export function percent(chance: number): string {
  const digits = chance > 0 && chance < 0.01 ? 1 : 0;
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: digits }).format(chance);
}

export function steps(mean: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(mean);
}

/** The range of a bar: chances beyond both ends are added to its outermost columns. */
const WIDEST = 4;
const LEAST = 0.005;

/** Columns of a bar, the best first: steps that the defender loses more than the attacker, with their chances; very unlikely ends are left out. */
export function spreadOf(balance: readonly (readonly [number, number])[]): [number, number][] {
  const columns = new Map<number, number>();
  for (const [count, chance] of balance) {
    const column = Math.max(-WIDEST, Math.min(WIDEST, count));
    columns.set(column, (columns.get(column) ?? 0) + chance);
  }
  const likely = [...columns].filter(([, chance]) => chance >= LEAST).map(([count]) => count);
  const found: [number, number][] = [];
  for (let count = Math.max(...likely); count >= Math.min(...likely); count--) found.push([count, columns.get(count) ?? 0]);
  return found;
}
