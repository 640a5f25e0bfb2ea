/** Sentences of the situation: the title names sections and rows, the catalogue has their words. */
import { has, t } from '../i18n/index.svelte';
import { monthName } from '../titles/eastfront';
import type { BoardFacts, TitleAdapter } from '../titles/title';
import type { SituationRow, SituationSection } from '../wire';

/** Sections whose rows are grouped by month. */
const BY_MONTH = new Set(['arrivals', 'withdrawals']);

export function isByMonth({ name }: SituationSection): boolean {
  return BY_MONTH.has(name);
}

export function months({ rows }: SituationSection): { month: string; rows: SituationRow[] }[] {
  const found = new Map<number, SituationRow[]>();
  for (const row of rows) found.set(row.month, [...(found.get(row.month) ?? []), row]);
  return [...found].map(([month, its]) => ({ month: monthName(month), rows: its }));
}

/** Points, each with its colour. */
export function coinsOf(adapter: TitleAdapter, points: readonly number[]): { colour: string; value: number }[] {
  return adapter.colours().map((colour, place) => ({ colour, value: points[place] ?? 0 }));
}

/** The names of kinds of target. */
export function targets(what: string): string {
  return what
    .split('+')
    .map((kind) => (has(`target.${kind}`) ? t(`target.${kind}`) : kind))
    .join(', ');
}

/** Powers of the Blocks games, nations of EastFront. */
export function powerName(id: string): string {
  const key = [`series.power.${id}`, `nation.${id}`].find(has);
  return key ? t(key) : id;
}

export function rowText(section: string, row: SituationRow, adapter: TitleAdapter, facts: BoardFacts): string {
  return t(`situation.${section}.${row.name}`, {
    side: row.side >= 0 ? adapter.sideLabel(row.side) : '',
    power: row.power >= 0 ? adapter.powerLabel(row.power) : '',
    place: row.hex >= 0 ? facts.hexName(row.hex) : '',
    block: facts.block(row.block)?.name ?? '',
    month: row.month >= 0 ? monthName(row.month) : '',
    value: row.value,
    most: row.most,
    what: row.what,
    kinds: targets(row.what),
    count: row.hexes.length,
    places: row.hexes.slice(0, 6).map((hex) => facts.hexName(hex)).join(', '),
  });
}
