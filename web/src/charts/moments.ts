/** Short names for moments of a game. */
import { language, t } from '../i18n/index.svelte';
import type { ChartPoint } from '../wire';

/** "Jul 42 II" where the title counts months, else the number of the turn. */
export function momentName(point: ChartPoint): string {
  const { month, half } = (point.phase ?? {}) as { month?: number; half?: number };
  if (month === undefined) return t('charts.turn', { turn: point.turn });
  const date = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
  const words = new Intl.DateTimeFormat(language(), { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(date);
  return `${words} ${['', 'I', 'II'][half ?? 0] ?? ''}`.trim();
}
