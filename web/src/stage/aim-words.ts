/** The aim in words. */
import { has, t } from '../i18n/index.svelte';
import { monthName } from '../titles/eastfront';
import type { TitleAdapter } from '../titles/title';
import type { Aim } from '../wire';
import { figure, isWeighted, rangesOf, type Track } from './aim';

const nameOf = (level: string): string => (has(`aim.level.${level}`) ? t(`aim.level.${level}`) : level);

export function levelText({ winner, level }: { winner: number; level: string }, adapter: Pick<TitleAdapter, 'sideLabel'>): string {
  return winner < 0 ? nameOf(level) : t('aim.level_of', { side: adapter.sideLabel(winner), level: nameOf(level) });
}

/** What is missing for the next level of mine; a victory of mine needs no name of my side. */
export function missingText(track: Track, aim: Aim, viewer: number, adapter: TitleAdapter): string {
  if (!aim.turns_left) return '';
  if (viewer < 0) return t('aim.turns_left', { turns: aim.turns_left });
  const next = track.missing(viewer);
  if (!next) return t('aim.best');
  const level = next.winner === viewer ? nameOf(next.level) : levelText(next, adapter);
  if (aim.kind === 'conditions') return t('aim.next', { level });
  return t(aim.kind === 'points' ? 'aim.short_points' : 'aim.short_places', { count: next.count, level });
}

/** The aim in a sentence; a scenario with its own conditions has a sentence of its own. */
export function sentenceOf(aim: Aim, places: string, scenario = ''): string {
  if (has(`aim.scenario.${scenario}`)) return t(`aim.scenario.${scenario}`);
  if (aim.kind === 'none') return '';
  const month = aim.month ? monthName(aim.month) : '';
  if (aim.is_ours) return t('aim.sentence_ours', { places, month });
  return t(`aim.sentence_${aim.kind}`, { places, month });
}

/** How many places, or points for them, bring each level. */
export function placesText(aim: Aim, adapter: Pick<TitleAdapter, 'sideLabel'>): string {
  const ranges = rangesOf(aim).map(({ kind, from, to, ...level }) => t(`aim.level_${kind}`, { from: figure(from), to: figure(to), level: levelText(level, adapter) }));
  return `${t('aim.counted', { side: adapter.sideLabel(aim.counts), what: isWeighted(aim) ? 'points' : 'places' })} ${ranges.join(' · ')}`;
}

/** The condition of each level, the first side's best first, and whether it holds now, might hold, or does not. */
export function conditionsOf(aim: Aim): { text: string; winner: number; level: string; state: 'holds' | 'possible' | '' }[] {
  const [low, high] = aim.balance;
  const found = (aim.conditions ?? []).map(({ name, month }, place) => {
    const { winner, level } = aim.levels[place]!;
    const state = place < low || place > high ? ('' as const) : low === high ? ('holds' as const) : ('possible' as const);
    return { text: t(`aim.condition.${name}`, { month: month ? monthName(month) : '' }), winner, level, state };
  });
  return found.reverse();
}
