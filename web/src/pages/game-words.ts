/** A game in words, for lists and invitations: its scenario, rules, clock, who plays whom and how it ended. */
import { has, t } from '../i18n/index.svelte';
import { botName, optionText, scenarioText } from '../i18n/titles.svelte';
import type { ClockSettings, GameInfo, SeatInfo, Title } from '../wire';

const DAY = 86_400;
const HOUR = 3_600;

export const sideLabel = (name: string): string => (has(`side.${name}`) ? t(`side.${name}`) : name);

export const sidesOf = (info: GameInfo, seat: SeatInfo): string => seat.sides.map((side) => sideLabel(info.sides[side] ?? '')).join(' + ');

/** What its makers called it, else its scenario in the reader's language. */
export function nameOf(info: GameInfo, title: Title | undefined): string {
  const scenario = title?.scenarios.find((one) => one.id === info.scenario);
  return title && scenario && (!info.name || info.name === scenario.name) ? scenarioText(title, scenario).name : info.name;
}

/** Who sits on a seat, in a word or two. */
export function playerOf(seat: SeatInfo): string {
  if (seat.player === 'bot') return t('table.bot', { level: botName(seat.bot) });
  if (seat.player === 'open' || seat.player === 'invited') return t(`table.player_${seat.player}`);
  return seat.name || t('table.player_person');
}

export function clockText(clock: ClockSettings): string {
  if (clock.kind === 'none') return t('new.clock_none');
  const seconds = clock.seconds ?? 0;
  const [unit, length] = seconds >= DAY ? (['days', DAY] as const) : seconds >= HOUR ? (['hours', HOUR] as const) : (['minutes', 60] as const);
  return t(`clock.${clock.kind}`, { unit, count: Math.round(seconds / length) });
}

/** Options that were chosen, by name; none where the game is played without. */
export function optionsText(info: GameInfo, title: Title | undefined): string {
  return info.options
    .flatMap((id) => title?.options.find((option) => option.id === id) ?? [])
    .map((option) => optionText(title!, option).name)
    .join(', ');
}

export function resultText(info: GameInfo): string {
  const { result } = info;
  if (!result) return '';
  const winner = result.winner ?? null;
  return t('game.result', { winner: winner === null ? 'nobody' : 'side', side: winner === null ? '' : sideLabel(info.sides[winner] ?? ''), level: result.level, reason: result.reason });
}
