/** Starting and finding games. */
import * as api from '../net/api';
import { holdSeat } from '../net/seats';
import type { CreateGame, GameCreated, SeatKey, Titles } from '../wire';
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
  return made;
}

export async function join(invitation: string, name: string): Promise<SeatKey> {
  const key = await api.join(invitation, name);
  holdSeat(key);
  return key;
}

/** The strongest opponent comes last in the server's list. */
export function usualBot(all: Titles): string {
  return all.bots.at(-1)?.id ?? 'random';
}

/** One click: the short scenario against the computer. */
export async function playNow(tutorial = false): Promise<void> {
  const all = await titles();
  const made = await create({
    title: 'eastfront',
    scenario: 'edelweiss',
    seats: [
      { sides: ['axis'], player: 'me' },
      { sides: ['soviet'], player: 'bot', bot: usualBot(all) },
    ],
  });
  go(`game/${made.game}${tutorial ? '/tutorial' : ''}`);
}
