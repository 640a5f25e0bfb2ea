/** A log and the views that belong to it, turned into beats: what happened, in the order of the game, as one viewer may know it.
 *
 * Pure: nothing but the viewer's own lines and views goes in, so nothing else can come out. Playback, battle stage, summary, log,
 * captions and the title of the tab are all drawn from what is returned here.
 */
import type { LogLine } from '../wire';
import { viewFactsOf, type SeenView } from './view-facts';
import { readerOf } from './readers';
import { read, type Shot, type Told, type ToldMove } from './told';

/** What the viewer saw when his log had so many lines. */
export interface Frame {
  lines: number;
  view: unknown;
}

interface Span {
  /** Numbers of the first and the last line it is told by. */
  first: number;
  last: number;
  /** Seconds of the epoch. */
  at: number;
}

export interface PhaseBeat extends Span {
  kind: 'phase';
  side: number;
  phase: number | string;
}
export interface MovesBeat extends Span {
  kind: 'moves';
  side: number;
  moves: ToldMove[];
}
export interface CommandBeat extends Span {
  kind: 'command';
  block: number;
  hex: number;
  radius: number;
}
export interface Loss {
  line: number;
  what: 'half' | 'step' | 'destroyed' | 'back';
  block: number;
  /** Steps that are left. */
  steps: number;
  to: number;
}
export interface Throw {
  line: number;
  side: number;
  step: string;
  shots: Shot[];
  faces: number[];
  hits: number;
  repulses: number;
  losses: Loss[];
}
export interface BattleBeat extends Span {
  kind: 'battle';
  hex: number;
  /** Who attacks; below zero where the log does not say. */
  attacker: number;
  rounds: number;
  revealed: [block: number, steps: number][];
  throws: Throw[];
  /** Losses and retreats that no throw caused. */
  losses: Loss[];
  brokenOff: boolean;
  isPursuit: boolean;
  /** Whether it is over, or waits for something else to happen first. */
  isOver: boolean;
  isPaused: boolean;
}
export interface PlaceBeat extends Span {
  kind: 'place';
  /** Whose they are now. */
  side: number;
  hexes: number[];
}
export interface SupplyBeat extends Span {
  kind: 'supply';
  side: number;
  count: number;
  /** Pieces that were not cut off before. */
  cut: { id: string; hex: number }[];
}
export interface StarvedBeat extends Span {
  kind: 'starved';
  id: string;
  block: number;
  hex: number;
  gone: boolean;
}
export interface WeatherBeat extends Span {
  kind: 'weather';
}
export interface ArrivalsBeat extends Span {
  kind: 'arrivals';
  side: number;
}
export interface EndBeat extends Span {
  kind: 'end';
}

export type Beat =
  | PhaseBeat
  | MovesBeat
  | CommandBeat
  | BattleBeat
  | PlaceBeat
  | SupplyBeat
  | StarvedBeat
  | WeatherBeat
  | ArrivalsBeat
  | EndBeat;

const spanOf = (line: LogLine): Span => ({ first: line.number, last: line.number, at: line.at });

class Teller {
  readonly beats: Beat[] = [];
  private battle: BattleBeat | null = null;
  private revealed: [number, number][] = [];
  private active = -1;
  /** Sides whose moves have been told one by one, and not yet as a list. */
  private readonly movers = new Set<number>();

  constructor(private readonly viewer: number) {}

  tell(line: LogLine, told: Told): void {
    if (this.battle && this.tellBattle(this.battle, line, told)) return;
    const span = spanOf(line);
    switch (told.kind) {
      case 'phase':
        this.battle = null;
        this.active = told.side;
        this.beats.push({ kind: 'phase', side: told.side, phase: told.phase, ...span });
        break;
      case 'moves':
        this.tellMoves(told, line);
        break;
      case 'revealed':
        this.revealed = told.blocks;
        break;
      case 'opened':
        this.open(line, told.hex, told.side < 0 ? this.active : told.side, false);
        break;
      case 'round': // a battle that waited goes on
        this.open(line, told.hex, this.active, false).rounds = told.round;
        break;
      case 'rolled':
        // fire outside a battle is that at units which leave one
        this.tellBattle(this.open(line, told.hex, 1 - told.side, true), line, told);
        break;
      case 'captured':
        this.beats.push({ kind: 'place', side: told.side, hexes: told.hexes, ...span });
        break;
      case 'supply':
        this.beats.push({ kind: 'supply', side: told.side, count: told.count, cut: [], ...span });
        break;
      case 'starved':
        this.beats.push({ ...told, ...span });
        break;
      case 'command':
        this.beats.push({ ...told, ...span });
        break;
      case 'weather':
        this.beats.push({ kind: 'weather', ...span });
        break;
      case 'arrivals':
        this.beats.push({ kind: 'arrivals', side: told.side, ...span });
        break;
      case 'ended':
        this.beats.push({ kind: 'end', ...span });
        break;
    }
  }

  /** One's own moves come one by one: those of a phase are one beat. Others' come as a list, which keeps its order. */
  private tellMoves(told: Extract<Told, { kind: 'moves' }>, line: LogLine): void {
    const own = this.viewer < 0 ? this.active : this.viewer; // when all is told after the end, whoever has the turn
    const side = told.side < 0 ? own : told.side;
    if (told.side < 0) this.movers.add(side);
    else if (this.movers.delete(side)) return; // the whole log of a finished game has both the moves and the list of them
    const last = this.beats.at(-1);
    if (last?.kind === 'moves' && last.side === side && last.last === line.number - 1) {
      last.moves.push(...told.moves);
      last.last = line.number;
    } else if (told.moves.length) {
      this.beats.push({ kind: 'moves', side, moves: [...told.moves], ...spanOf(line) });
    }
  }

  private open(line: LogLine, hex: number, attacker: number, isPursuit: boolean): BattleBeat {
    const { revealed } = this;
    this.battle = {
      kind: 'battle', hex, attacker, rounds: 1, revealed, throws: [], losses: [], brokenOff: false, isPursuit, isOver: false, isPaused: false, ...spanOf(line),
    };
    this.beats.push(this.battle);
    return this.battle;
  }

  /** Whether the line belongs to the battle that runs. */
  private tellBattle(battle: BattleBeat, line: LogLine, told: Told): boolean {
    switch (told.kind) {
      case 'rolled': {
        if (told.hex !== battle.hex) return (this.battle = null), false;
        const { side, step, shots, faces, hits, repulses } = told;
        battle.throws.push({ line: line.number, side, step, shots, faces, hits, repulses, losses: [] });
        break;
      }
      case 'round':
        battle.rounds = told.round;
        break;
      case 'revealed':
        battle.revealed = [...battle.revealed, ...told.blocks];
        break;
      case 'half':
        this.lose(battle, { line: line.number, what: 'half', block: told.block, steps: -1, to: -1 });
        break;
      case 'lost':
        this.lose(battle, { line: line.number, what: 'step', block: told.block, steps: told.steps, to: -1 });
        break;
      case 'destroyed':
        this.lose(battle, { line: line.number, what: 'destroyed', block: told.block, steps: 0, to: -1 });
        break;
      case 'back':
        this.lose(battle, { line: line.number, what: 'back', block: told.block, steps: -1, to: told.to });
        break;
      case 'broken':
        battle.brokenOff = true;
        break;
      case 'closed':
      case 'paused':
        battle.isOver = true;
        battle.isPaused = told.kind === 'paused';
        this.battle = null;
        this.revealed = [];
        break;
      case 'aside':
      case 'mixed':
        return true;
      default:
        battle.isOver = battle.isOver || told.kind !== 'command';
        this.battle = null;
        return false;
    }
    battle.last = line.number;
    return true;
  }

  private lose(battle: BattleBeat, loss: Loss): void {
    (battle.throws.at(-1)?.losses ?? battle.losses).push(loss);
  }
}

/** Hexes that changed hands between two views, where the log does not tell them; all of a side are one beat. */
function placesBetween(title: string, before: Frame, after: Frame, at: number): PlaceBeat[] {
  const { held } = viewFactsOf(title);
  const [earlier, later] = [held(before.view), held(after.view)];
  if (!earlier || !later) return [];
  return later.flatMap((hexes, side) => {
    const lost = new Set(earlier[1 - side]);
    const taken = hexes.filter((hex) => lost.has(hex));
    const line = after.lines - 1;
    return taken.length ? [{ kind: 'place' as const, side, hexes: taken, first: line, last: line, at }] : [];
  });
}

/** Places come after everything the view they were seen in knows of. */
function withPlaces(beats: Beat[], frames: readonly Frame[], lines: readonly LogLine[], title: string): Beat[] {
  const first = lines[0]?.number ?? 0;
  const found: PlaceBeat[] = [];
  frames.slice(1).forEach((frame, number) => {
    if (frame.lines <= first) return;
    const at = lines[Math.min(frame.lines - 1 - first, lines.length - 1)]?.at ?? 0;
    found.push(...placesBetween(title, frames[number]!, frame, at));
  });
  if (!found.length) return beats;
  const all: Beat[] = [...beats];
  for (const place of found) {
    const before = all.findLastIndex((beat) => beat.last <= place.last);
    all.splice(before + 1, 0, place);
  }
  return all;
}

/** Who has newly been cut off, as the views before and after tell it. */
function withCutOff(beats: Beat[], frames: readonly Frame[], title: string): Beat[] {
  const { cutOff } = viewFactsOf(title);
  return beats.map((beat) => {
    if (beat.kind !== 'supply' || !beat.count) return beat;
    const [before, after] = [frameBefore(frames, beat), frameAfter(frames, beat)];
    if (!after) return beat;
    const known = new Set(before ? cutOff(before.view).map(({ id }) => id) : []);
    return { ...beat, cut: cutOff(after.view).filter(({ id, side }) => side === beat.side && !known.has(id)).map(({ id, hex }) => ({ id, hex })) };
  });
}

/** The last view from before a beat; the first there is where none is that old. */
export function frameBefore(frames: readonly Frame[], beat: Span): Frame | undefined {
  return frames.findLast((frame) => frame.lines <= beat.first) ?? frames[0];
}

/** The first view that knows all of a beat. */
export function frameAfter(frames: readonly Frame[], beat: Span): Frame | undefined {
  return frames.find((frame) => frame.lines > beat.last) ?? frames.at(-1);
}

/** The beats of some lines that follow each other. `frames` are views in the order of the game, one of them from before the first line. */
export function beats(title: string, lines: readonly LogLine[], frames: readonly Frame[]): Beat[] {
  const reader = readerOf(title);
  const viewer = (frames.at(-1)?.view as SeenView | undefined)?.viewer ?? -1;
  const teller = new Teller(viewer);
  for (const line of lines) teller.tell(line, read(reader, line.event));
  return withCutOff(withPlaces(teller.beats, frames, lines, title), frames, title);
}
