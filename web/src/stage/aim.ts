/** The aim in numbers: the position on the track, and what is missing for the next level. */
import type { Aim } from '../wire';

export interface Track {
  /** From the lowest level to the highest; shares of the whole track where the marker and the span lie. */
  fields: { winner: number; level: string }[];
  marker: number;
  from: number;
  to: number;
  now: { winner: number; level: string };
  /** Points or places missing for a side's next level; null if it has the best. */
  missing(side: number): { count: number; level: string; winner: number } | null;
}

function fieldOf(aim: Aim, balance: number): number {
  const found = aim.levels.findLastIndex((level) => balance >= level.at_least);
  return Math.max(0, found);
}

/** The position of a balance on the track, from 0 to 1; all fields have the same width. */
function shareOf(aim: Aim, balance: number): number {
  const field = fieldOf(aim, balance);
  const low = aim.levels[field]!.at_least;
  const high = aim.levels[field + 1]?.at_least;
  const inside = high === undefined || low < -1000 ? 0.5 : (balance - low + 0.5) / (high - low);
  return (field + Math.min(0.95, Math.max(0.05, inside))) / aim.levels.length;
}

export function trackOf(aim: Aim): Track | null {
  if (!aim.levels.length) return null;
  const [low, high] = aim.balance;
  const middle = Math.round((low + high) / 2);
  const now = aim.levels[fieldOf(aim, middle)]!;
  const missing = (side: number): ReturnType<Track['missing']> => {
    const field = fieldOf(aim, middle);
    if (side === aim.counts) {
      const next = aim.levels[field + 1];
      return next ? { count: next.at_least - middle, level: next.level, winner: next.winner } : null;
    }
    const below = aim.levels[field - 1];
    return below ? { count: middle - aim.levels[field]!.at_least + 1, level: below.level, winner: below.winner } : null;
  };
  return { fields: aim.levels.map(({ winner, level }) => ({ winner, level })), marker: shareOf(aim, middle), from: shareOf(aim, low), to: shareOf(aim, high), now, missing };
}

type Span = readonly [number, number];

/** By how much a playback has moved the balance, seen from a viewer's side; null if it has not, or if no points are counted. */
export function movedBy(aim: Aim | null, told: { now: Span; start: Span } | null, viewer: number): number | null {
  if (!aim || !told || aim.kind === 'conditions') return null;
  const by = Math.round((told.now[0] + told.now[1] - told.start[0] - told.start[1]) / 2);
  return by ? by * (aim.counts === viewer ? 1 : -1) : null;
}

/** Whether places count for more than one another, or against whoever loses them. */
export const isWeighted = (aim: Aim): boolean => aim.places.some(({ points }) => points !== 1);

/** Between two fields of the track, from 0 to 1: what the better of them asks for, in points ahead of the other side or in places. */
export function edgesOf(aim: Aim): { at: number; needs: number }[] {
  if ((aim.kind !== 'points' && aim.kind !== 'places') || aim.is_ours) return [];
  return aim.levels.slice(1).map((level, place) => {
    const below = aim.levels[place]!.winner;
    const isTheirs = aim.kind === 'points' && below >= 0 && below !== aim.counts;
    return { at: (place + 1) / aim.levels.length, needs: isTheirs ? 1 - level.at_least : level.at_least };
  });
}

/** A number with a minus that reads as one. */
export const figure = (value: number): string => (value < 0 ? `−${-value}` : String(value));

/** From one number to another; a dash between two minus signs would be a third. */
export function spanText([low, high]: Span): string {
  return low === high ? figure(low) : low < 0 ? `${figure(low)} … ${figure(high)}` : `${low} – ${high}`;
}

export interface LevelRange {
  kind: 'up_to' | 'at' | 'between' | 'from';
  from: number;
  to: number;
  winner: number;
  level: string;
}

/** How many places bring each level, from none to all. */
export function rangesOf(aim: Aim): LevelRange[] {
  return aim.levels.map(({ at_least: from, winner, level }, place) => {
    const to = (aim.levels[place + 1]?.at_least ?? Infinity) - 1;
    const kind = !place ? 'up_to' : to === Infinity ? 'from' : to > from ? 'between' : 'at';
    return { kind, from, to, winner, level };
  });
}
