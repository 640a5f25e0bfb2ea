/** Starting and finding games. */
import * as api from '../net/api';
import { holdInvitations, holdSeat } from '../net/seats';
import type { BotLevel, CreateGame, GameCreated, SeatKey, Titles } from '../wire';
import { go } from './route.svelte';

let known: Promise<Titles> | null = null;

/** Titles do not change while a page is open. */
export function titles(): Promise<Titles> {
  known ??= api.titles().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

export async function create(wanted: CreateGame): Promise<GameCreated> {
  const made = await api.createGame(wanted);
  made.seats.forEach(holdSeat);
  holdInvitations(made.invitations);
  return made;
}

export async function join(invitation: string, name: string): Promise<SeatKey> {
  const key = await api.join(invitation, name);
  holdSeat(key);
  return key;
}

/** The opponents there are for a title, from the gentlest to the strongest. */
export function botsFor(all: Titles, title: string): BotLevel[] {
  return all.bots.filter((bot) => bot.titles.includes(title));
}

/** Games that show the way, and the first one is also the one to play at once. */
export const GUIDED = [
  { title: 'eastfront', scenario: 'edelweiss' },
  { title: 'blocks_in_the_east', scenario: 'sbe1' },
] as const;

/** One click: the short scenario against an opponent who answers quickly; a guided game against the gentlest. */
export async function playNow(tutorial = false, { title, scenario }: (typeof GUIDED)[number] = GUIDED[0]): Promise<void> {
  const all = await titles();
  const bots = botsFor(all, title);
  const bot = (tutorial ? bots[0] : (bots[1] ?? bots[0]))?.id;
  const suggested = all.titles.find((one) => one.id === title)?.scenarios.find((one) => one.id === scenario)?.suggests ?? [];
  const made = await create({
    title,
    scenario,
    options: suggested,
    seats: [
      { sides: ['axis'], player: 'me' },
      { sides: ['soviet'], player: 'bot', ...(bot ? { bot } : {}) },
    ],
  });
  go(`game/${made.game}${tutorial ? '/tutorial' : ''}`);
}
