/** Chances and means as people read them. */
import { language } from '../../i18n/index.svelte';

export function percent(chance: number): string {
  const digits = chance > 0 && chance < 0.01 ? 1 : 0;
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: digits }).format(chance);
}

export function steps(mean: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(mean);
}
