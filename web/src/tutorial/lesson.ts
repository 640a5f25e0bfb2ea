/** What a guided game says at a moment, and what it needs to know for that. Nothing is decided here. */
import { distance } from '../board/geometry';
import type { Sightings } from '../titles/faces';
import type { BoardFacts } from '../titles/title';
import type { Aim, GameState } from '../wire';

export interface Lesson {
  id: string;
  clause: string;
  /** The block the lesson speaks of, by number. */
  block: number | null;
  /** The place it speaks of. */
  hex: number | null;
  /** Progress in the guided turn. */
  step: number | null;
  /** Names and numbers of its sentences, as the map has them. */
  values: Record<string, string | number>;
  /** A sentence about what the player did instead of the requested step. */
  aside: { id: string; values: Record<string, string | number> } | null;
}

export interface Moment {
  state: GameState;
  facts: BoardFacts;
  aim: Aim | null;
  selected: string | null;
}

export const lesson = (id: string, clause = '', more: Partial<Lesson> = {}): Lesson => ({ id, clause, block: null, hex: null, step: null, values: {}, aside: null, ...more });

export function blockOf(key: string, facts: BoardFacts): number | null {
  return facts.board.blocks.find((block) => block.key === key)?.block ?? null;
}

export function hexOf(name: string | undefined, facts: BoardFacts): number | null {
  return name === undefined ? null : facts.hexCalled(name);
}

interface Own {
  block: number;
  hex: number;
  place: number;
}

/** My blocks on the map, each with its place in the lists of the view. */
export function mine(state: GameState): Own[] {
  const { own } = (state.view as { blocks: Sightings }).blocks;
  return own.map(([block, hex], place) => ({ block, hex, place })).filter(({ hex }) => hex >= 0);
}

/** The block nearest to a hex. */
export function nearest(blocks: readonly Own[], hex: number, facts: BoardFacts): Own | null {
  const away = (one: Own): number => distance(facts.board.geometry, one.hex, hex);
  return blocks.reduce<Own | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
}

/** Places of the aim that are not mine, the nearest to my blocks first; and those that are. */
export function goals({ state, aim, facts }: Moment): { open: number[]; held: number[] } {
  const places = aim?.places.filter((place) => place.points > 0) ?? [];
  const held = places.filter((place) => place.holder === state.viewer).map((place) => place.hex);
  const blocks = mine(state);
  const away = (hex: number): number => Math.min(...blocks.map((one) => distance(facts.board.geometry, one.hex, hex)));
  const open = places.filter((place) => place.holder !== state.viewer).map((place) => place.hex);
  return { open: open.toSorted((a, b) => away(a) - away(b)), held };
}

export const names = (hexes: readonly number[], facts: BoardFacts): string => hexes.map((hex) => facts.hexName(hex)).join(', ');

/** A whole game has been played: what to say depends on how it ended for the player. */
export function over({ state, aim, facts }: Moment): Lesson {
  const { winner } = state.info.result!;
  const how = winner === null || winner === undefined ? 'draw' : winner === state.viewer ? 'won' : 'lost';
  const places = aim?.places.filter((place) => place.holder === state.viewer).map((place) => place.hex) ?? [];
  return lesson(`over_${how}`, '', { values: { places: names(places, facts) } });
}
