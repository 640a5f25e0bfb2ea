/** A story phase by phase, for reading. */
import type { Beat, PhaseBeat } from './beats';

export interface ToldPhase {
  /** Null for what happened before the first phase. */
  head: PhaseBeat | null;
  beats: Beat[];
}

/** Phases in which something happened, and the last one, in the order of the game. */
export function toldPhases(story: readonly Beat[]): ToldPhase[] {
  const found: ToldPhase[] = [{ head: null, beats: [] }];
  for (const beat of story) {
    if (beat.kind === 'phase') found.push({ head: beat, beats: [] });
    else found.at(-1)!.beats.push(beat);
  }
  return found.filter((one, number) => one.beats.some(isTold) || (number === found.length - 1 && one.head));
}

/** Everybody being in supply is not worth a line. */
export const isTold = (beat: Beat): boolean => beat.kind !== 'supply' || beat.count > 0;

/** Where a beat can be seen on the map. */
export function placeOf(beat: Beat): number | null {
  if ('hex' in beat) return beat.hex >= 0 ? beat.hex : null;
  if (beat.kind === 'place') return beat.hexes[0] ?? null;
  if (beat.kind === 'supply') return beat.cut[0]?.hex ?? null;
  return beat.kind === 'moves' ? (beat.moves.find((move) => move.to >= 0)?.to ?? null) : null;
}
