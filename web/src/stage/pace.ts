/** How long each part of a playback takes. Lengths depend on the beats alone, so that timing gives nothing else away. */
import type { Beat, BattleBeat, MovesBeat } from './beats';

export type CueKind = 'title' | 'arrows' | 'command' | 'open' | 'reveal' | 'throw' | 'loss' | 'result' | 'ribbon' | 'line';

/** A moment of a beat. `from` and `to` are the moves it draws; `throw` and `loss` say how far a battle has come. */
export interface Cue {
  beat: number;
  kind: CueKind;
  ms: number;
  from: number;
  to: number;
  throw: number;
  loss: number;
  /** Its line of the log. */
  line: number;
}

export interface Pace {
  /** Whether two hexes are near enough to be seen together. */
  isNear(first: number, second: number, most: number): boolean;
  /** Whether the battle is shown in full; in one line if none of my units and no important place is involved. */
  isOfNote(battle: BattleBeat): boolean;
  /** Whether the place gets a ribbon. */
  isPlaceOfNote(hex: number): boolean;
}

export const TIMES = {
  title: 600,
  arrows: 900,
  command: 700,
  open: 250,
  reveal: 300,
  apart: 90,
  tumble: 650,
  settle: 120,
  rest: 200,
  die: 40,
  step: 420,
  half: 260,
  destroyed: 600,
  back: 500,
  result: 900,
  ribbon: 1400,
  line: 800,
} as const;

const MOST = 60_000;
const LEAST_BATTLE = 2_500;
const TOGETHER = 6;
const NEIGHBOURHOOD = 4;

const blank = { from: 0, to: 0, throw: -1, loss: -1, line: 0 };

/** Moves in the order in which they were told; how many are drawn at once depends on how much there is to tell. */
function groups({ moves }: MovesBeat, pace: Pace, coarse: number): [number, number][] {
  if (coarse > 1) return [[0, moves.length]];
  const found: [number, number][] = [];
  moves.forEach((move, place) => {
    const last = found.at(-1);
    const most = coarse ? Infinity : TOGETHER;
    const isNear = last && pace.isNear(moves[last[0]]!.to, move.to, NEIGHBOURHOOD * (coarse ? 2 : 1));
    if (last && isNear && last[1] - last[0] < most) last[1] = place + 1;
    else found.push([place, place + 1]);
  });
  return found;
}

export function battleCues(battle: BattleBeat, beat: number): Cue[] {
  const found: Cue[] = [{ ...blank, beat, kind: 'open', ms: TIMES.open, line: battle.first }];
  const faces = battle.revealed.length;
  if (faces) found.push({ ...blank, beat, kind: 'reveal', ms: TIMES.reveal + TIMES.apart * (faces - 1), line: battle.first });
  battle.throws.forEach((thrown, number) => {
    const ms = TIMES.tumble + TIMES.settle + TIMES.rest + TIMES.die * Math.max(0, thrown.faces.length - 1);
    found.push({ ...blank, beat, kind: 'throw', ms, throw: number, line: thrown.line });
    thrown.losses.forEach((loss, place) => found.push({ ...blank, beat, kind: 'loss', ms: TIMES[loss.what], throw: number, loss: place, line: loss.line }));
  });
  if (battle.isOver || battle.isPursuit) found.push({ ...blank, beat, kind: 'result', ms: TIMES.result, throw: battle.throws.length - 1, line: battle.last });
  return found;
}

function cuesOf(beat: Beat, number: number, pace: Pace, coarse: number): Cue[] {
  const one = (kind: CueKind, ms: number): Cue[] => [{ ...blank, beat: number, kind, ms, line: beat.last }];
  switch (beat.kind) {
    case 'phase':
      return one('title', TIMES.title);
    case 'moves':
      return groups(beat, pace, coarse).map(([from, to]) => ({ ...blank, beat: number, kind: 'arrows' as const, ms: TIMES.arrows, from, to, line: beat.last }));
    case 'command':
      return one('command', TIMES.command);
    case 'battle':
      return pace.isOfNote(beat) ? battleCues(beat, number) : one('result', TIMES.result);
    case 'place':
      return beat.hexes.some((hex) => pace.isPlaceOfNote(hex)) ? one('ribbon', TIMES.ribbon) : one('line', TIMES.title);
    case 'supply':
      return beat.count ? one('line', TIMES.line) : [];
    case 'starved':
    case 'arrivals':
    case 'weather':
    case 'end':
      return one('line', TIMES.line);
  }
}

const total = (cues: readonly Cue[]): number => cues.reduce((sum, cue) => sum + cue.ms, 0);

/** Battles are played faster if the whole would take too long, but no faster than one can follow. */
function hurried(cues: Cue[], story: readonly Beat[]): Cue[] {
  const over = total(cues) - MOST;
  const inBattle = cues.filter((cue) => story[cue.beat]!.kind === 'battle');
  const spent = total(inBattle);
  if (over <= 0 || !spent) return cues;
  const share = Math.max(0.05, (spent - over) / spent);
  return cues.map((cue) => {
    if (story[cue.beat]!.kind !== 'battle') return cue;
    const whole = total(cues.filter((one) => one.beat === cue.beat));
    return { ...cue, ms: Math.round(cue.ms * Math.max(share, Math.min(1, LEAST_BATTLE / whole))) };
  });
}

/** Every moment of a playback from a line of the log on, at most about a minute of them. */
export function cues(story: readonly Beat[], pace: Pace, from = 0): Cue[] {
  for (const coarse of [0, 1, 2]) {
    const found = story.flatMap((beat, number) => cuesOf(beat, number, pace, coarse)).filter((cue) => cue.line >= from);
    if (total(found) <= MOST || coarse === 2) return hurried(found, story);
  }
  return [];
}
