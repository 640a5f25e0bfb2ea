/** What is being told at the table: collects views as they come, keeps the map at the beat that is told, and sums up afterwards. */
import { distance } from '../board/geometry';
import type { Piece } from '../board/types';
import type { RecordsApi } from '../net/records';
import { settings } from '../state/settings.svelte';
import type { GameSession } from '../state/session.svelte';
import type * as wire from '../wire';
import { beats, frameAfter, frameBefore, type BattleBeat, type Beat, type Frame } from './beats';
import { StageClock } from './clock.svelte';
import { Course } from './course.svelte';
import { viewFactsOf, standing } from './view-facts';
import { cues, type Cue, type Pace } from './pace';
import { readerOf } from './readers';
import { isEmpty, summary, type Summary } from './summary';
import { read } from './told';
import { knowing, type Words } from './words';

const MOST_FRAMES = 400;
const PATIENCE = 150;
/** Seconds after which a player counts as having been away. */
const AWAY = 3600;

export interface Told {
  story: Beat[];
  frames: Frame[];
  /** The first line it tells of. */
  from: number;
  isSince: boolean;
}

export interface OnStage {
  battle: BattleBeat;
  frames: readonly Frame[];
  /** The moment that is told; null where the battle stands as it is. */
  cue: Cue | null;
  isOutcome: boolean;
}

export class Telling {
  readonly clock = new StageClock(() => this.ended());
  /** What runs on the stage, or was told last. */
  told = $state.raw<Told | null>(null);
  mode = $state<'none' | 'playing' | 'summary'>('none');
  private readonly course: Course;
  private frames: Frame[] = [];
  /** The line up to which everything has been told. */
  private upTo = -1;
  /** Where the summary of the turn begins. */
  private since = 0;
  private seenAt = 0;

  constructor(
    private readonly session: GameSession,
    private readonly records: RecordsApi,
  ) {
    this.course = new Course(records);
    document.addEventListener('visibilitychange', this.whenHidden);
  }

  private readonly whenHidden = (): void => {
    if (document.visibilityState === 'hidden') this.say();
  };

  /** Called when the player leaves the table. */
  leave(): void {
    document.removeEventListener('visibilitychange', this.whenHidden);
    this.clock.stop();
    this.say();
  }

  // ---- what is known

  private get title(): string {
    return this.session.state?.info.title ?? '';
  }

  private get viewer(): number {
    return this.session.state?.viewer ?? -1;
  }

  get words(): Words | null {
    const [adapter, facts] = [this.session.adapter(), this.session.facts()];
    return adapter && facts ? { adapter, facts, viewer: this.viewer, lines: this.session.lines } : null;
  }

  private get pace(): Pace {
    const geometry = this.session.facts()?.board.geometry;
    const facts = this.session.facts();
    return {
      isNear: (first, second, most) => !geometry || first < 0 || second < 0 || distance(geometry, first, second) <= most,
      isOfNote: (battle) => this.viewer < 0 || this.isAmong(battle.hex, battle) || (facts?.worth(battle.hex) ?? 0) > 0,
      isPlaceOfNote: (hex) => (facts?.worth(hex) ?? 0) > 0,
    };
  }

  private isAmong(hex: number, beat: Beat): boolean {
    const eve = frameBefore(this.frames, beat);
    return eve ? standing(eve.view).some((one) => one.hex === hex && one.side === this.viewer) : false;
  }

  // ---- what comes

  /** A new state with the lines that lead to it. */
  hear(state: wire.GameState): void {
    const lines = state.log_length;
    this.frames = this.frames.filter((frame) => frame.lines < lines);
    this.frames.push({ lines, view: state.view });
    if (this.frames.length > MOST_FRAMES) this.frames.splice(0, this.frames.length - MOST_FRAMES);
    if (this.upTo < 0) {
      this.arrive(lines);
      return;
    }
    if (lines < this.upTo) this.upTo = this.since = Math.min(this.since, lines); // something was taken back
    this.follow();
  }

  /** On arrival, sums up what has happened since the player was last here, on any device. */
  private arrive(lines: number): void {
    this.upTo = this.since = lines;
    this.tell(lines); // a battle that waits for me is on its stage again
    if (this.viewer >= 0) void this.comeBack(lines);
  }

  private async comeBack(lines: number): Promise<void> {
    const told = await this.session.people?.told(this.viewer).catch(() => null);
    if (!told) return;
    const known = told.lines ?? lines;
    this.saidLines = told.lines ?? -1;
    this.seenAt = told.at;
    if (known >= lines) {
      this.say();
      return;
    }
    if (this.since === lines) this.since = known;
    await this.sumUp(known, true);
  }

  /** The seat keeps what it was told: another device goes on from there. Null before one knows what it had kept. */
  private saidLines: number | null = null;
  say(): void {
    const lines = this.upTo;
    if (this.viewer < 0 || this.saidLines === null || this.saidLines === lines) return;
    this.saidLines = lines;
    void this.session.people?.tell(lines, this.viewer).catch(() => (this.saidLines = -1));
  }

  private get isAgainstPeople(): boolean {
    const { state } = this.session;
    return state?.info.seats.some((seat) => seat.seat !== state.seat && seat.player !== 'bot') ?? false;
  }

  private get isMyTurn(): boolean {
    const view = this.session.state?.view;
    const active = view ? viewFactsOf(this.title).active(view) : -1;
    return this.viewer >= 0 && (active < 0 ? Boolean(this.session.state?.my_decision) : active === this.viewer);
  }

  private isWorthTelling(beat: Beat): boolean {
    if (beat.kind === 'moves' || beat.kind === 'phase') return beat.kind === 'moves' && beat.side !== this.viewer;
    if (beat.kind === 'supply') return beat.count > 0;
    return beat.kind === 'battle' || beat.kind === 'place' || beat.kind === 'starved';
  }

  /** Continues the playback with new events, or begins one. */
  private follow(): void {
    if (!this.words || this.session.replayed) return;
    const lines = this.session.lines.length;
    if (this.mode === 'playing' && this.told && !this.told.isSince && !this.isAgain) {
      this.tell(this.told.from);
      if (this.session.state?.my_decision) this.chart(); // while the other side is at it, what it brings is still to come
      this.clock.isLive = this.isAgainstPeople;
      this.clock.extend(this.cuesFrom(this.told.from));
      return;
    }
    if (this.upTo >= lines || this.mode === 'summary') return; // what comes while one reads is told afterwards
    this.tell(this.upTo);
    const coming = this.cuesFrom(this.upTo);
    const isWorth = coming.some((cue) => this.isWorthTelling(this.told!.story[cue.beat]!));
    const isWatched = !settings.isStill && !(this.isMine && settings.isStageFolded);
    if (isWorth && isWatched) {
      this.mode = 'playing';
      this.chart();
      this.clock.begin(coming);
      return;
    }
    if (isWorth) this.outcomes(coming);
    if (this.isMine || this.session.state?.my_decision) this.finish();
  }

  /** The moments that are told from a line on: in one's own turn battles and what comes of them, else everything. */
  private cuesFrom(from: number): Cue[] {
    const { story } = this.told!;
    const all = cues(story, this.pace, from).map((cue) => this.held(cue));
    return this.isMine ? all.filter((cue) => this.isOwnScene(story[cue.beat]!)) : all;
  }

  /** The outcome of an attack of mine stays on the stage until I put it aside. */
  private held(cue: Cue): Cue {
    const beat = this.told!.story[cue.beat]!;
    const stays = cue.kind === 'result' && beat.kind === 'battle' && !settings.isStageFolded && this.isOnStage(beat);
    return stays ? { ...cue, ms: Infinity } : cue;
  }

  /** Asks how the aim moves during the playback. */
  private chart(): void {
    if (!this.told) return;
    const { story, from } = this.told;
    const first = story.find((beat) => beat.kind === 'battle' && beat.last >= from)?.first ?? from; // a battle of several decisions, whole
    this.course.follow(story, Math.min(first, from), this.viewer < 0 ? null : this.viewer);
  }

  private isOnStage(beat: BattleBeat): boolean {
    return this.viewer >= 0 && !beat.isPursuit && (beat.attacker === this.viewer || beat.hex === this.askedHex) && this.isAmong(beat.hex, beat);
  }

  private isOwnScene(beat: Beat): boolean {
    return beat.kind === 'battle' || (beat.kind === 'place' && beat.hexes.some((hex) => (this.session.facts()?.worth(hex) ?? 0) > 0));
  }

  /** In the player's own turn only battles are played back: everything else is the player's own doing. */
  private get isMine(): boolean {
    return this.viewer >= 0 && this.isMyTurn && !this.turnEnded;
  }

  /** Whether the other side's turn has ended since the last event that was played back. */
  private get turnEnded(): boolean {
    return this.isMyTurn && this.storyFrom(this.since).some((beat) => 'side' in beat && beat.kind !== 'supply' && beat.side === 1 - this.viewer);
  }

  private storyFrom(from: number): Beat[] {
    return beats(this.title, this.session.lines.slice(from), this.frames.filter((frame) => frame.lines >= this.frameLines(from)));
  }

  private frameLines(from: number): number {
    return this.frames.findLast((frame) => frame.lines <= from)?.lines ?? 0;
  }

  /** Tells from a line on; the story itself begins with the phase that line lies in, so that a battle is told whole. */
  private tell(from: number): void {
    const reader = readerOf(this.title);
    const phase = this.session.lines.slice(0, from + 1).findLastIndex((line) => read(reader, line.event).kind === 'phase');
    this.told = { story: this.storyFrom(Math.max(0, phase)), frames: [...this.frames], from, isSince: false };
  }

  // ---- the battle on its stage

  /** A finished battle whose outcome is still on the stage. */
  private shown = $state.raw<{ battle: BattleBeat; frames: Frame[] } | null>(null);

  /** Without motion the outcome of an attack of mine is shown at once, and stays until it is put aside. */
  private outcomes(told: readonly Cue[]): void {
    const last = told.findLast((cue) => cue.kind === 'result');
    const beat = last ? this.told?.story[last.beat] : undefined;
    if (!settings.isStill || beat?.kind !== 'battle' || !this.isOnStage(beat)) return;
    this.shown = { battle: beat, frames: this.told!.frames };
    this.chart();
  }

  /** The balance before and after a battle; null before it is known. */
  balanceOf(battle: BattleBeat): { before: [number, number]; after: [number, number] } | null {
    const [before, after] = [this.course.at(battle.first), this.course.at(battle.last + 1)];
    return before && after ? { before, after } : null;
  }

  /** The battle that is fought before my eyes: the one that is told, that waits for me, or whose outcome I have not put aside. */
  get stage(): OnStage | null {
    const { told, words, beat } = this;
    if (!told || !words || this.session.replayed) return null;
    if (this.mode === 'playing') {
      const isHere = beat?.kind === 'battle' && !this.isAgain && this.isOnStage(beat);
      return isHere ? { battle: beat, frames: told.frames, cue: this.clock.cue, isOutcome: this.clock.cue?.kind === 'result' } : null;
    }
    if (this.shown) return { ...this.shown, cue: null, isOutcome: true };
    const asked = this.askedHex;
    if (told.isSince || this.mode === 'summary' || asked === null) return null;
    const open = told.story.findLast((one): one is BattleBeat => one.kind === 'battle' && one.hex === asked);
    return open && !open.isOver ? { battle: open, frames: told.frames, cue: null, isOutcome: false } : null;
  }

  /** The hex of a battle that waits for my decision. */
  private get askedHex(): number | null {
    const { battle, state } = this.session;
    return state?.my_decision && battle && !battle.isOver ? battle.hex : null;
  }

  /** Puts an outcome aside; what happened after it is told then. */
  closeStage(): void {
    this.shown = null;
    if (this.mode === 'playing' && this.stage?.isOutcome) this.clock.next();
  }

  /** The battle whose outcome is shown, from its beginning. */
  seeAgain(): void {
    const { cue } = this.clock;
    if (cue) this.clock.jump(this.clock.cues.findIndex((one) => one.beat === cue.beat));
  }

  /** Shows the result of the dice without waiting for them. */
  skipDice(): void {
    const { cue } = this.clock;
    const result = this.clock.cues.findIndex((one, place) => place > this.clock.at && one.beat === cue?.beat && one.kind === 'result');
    if (!cue || this.stage?.isOutcome) return;
    if (result >= 0) this.clock.jump(result);
    else this.clock.jump(this.clock.cues.findLastIndex((one) => one.beat === cue.beat) + 1);
  }

  // ---- the end of a telling

  private ended(): void {
    if (this.mode !== 'playing') return;
    const { state } = this.session;
    if (this.told?.isSince || this.isAgain) {
      this.mode = 'summary';
      this.isAgain = false;
      return;
    }
    this.outcomes(this.clock.cues);
    const isWaiting = !state?.my_decision && !state?.info.result && this.viewer >= 0;
    this.upTo = this.session.lines.length;
    this.say();
    if (isWaiting && !this.isMine) return; // the other side is still at it: what comes next is told from here
    this.finish();
  }

  /** Everything has been told: the summary of the whole turn, once it is over. */
  private finish(): void {
    this.upTo = this.session.lines.length;
    this.clock.stop();
    this.mode = 'none';
    if (this.turnEnded || this.session.state?.info.result) void this.sumUp(this.since, false);
    else if (this.isMyTurn && this.askedHex === null) this.since = this.session.lines.length; // a battle is summed up whole
  }

  private isAgain = false;

  /** Sums up everything after a line; views that are not at hand are asked for, all at once. */
  private async sumUp(from: number, isSince: boolean): Promise<void> {
    const lines = this.session.lines.length;
    this.since = lines;
    await this.ready();
    const have = this.frames.some((frame) => frame.lines <= from);
    let { frames } = this;
    if (!have) frames = await this.fetchFrames(from);
    const story = beats(this.title, this.session.lines.slice(from), frames);
    const isLong = !isSince || Date.now() / 1000 - this.seenAt > AWAY || story.some((beat) => beat.kind === 'phase' && beat.side !== this.viewer);
    this.upTo = lines;
    this.say();
    const { words } = this;
    if (!words || !isLong) return;
    if (isEmpty(summary(story, frames, knowing(words)), knowing(words))) return;
    this.told = { story, frames, from, isSince };
    this.mode = 'summary';
    this.chart();
  }

  /** Views from before the player came to the table, requested once. */
  private before: Promise<Frame[]> | null = null;
  earlierFrames(): Promise<readonly Frame[]> {
    const [oldest] = this.frames;
    if (!oldest || oldest.lines === 0 || this.session.mySides.length > 1) return Promise.resolve([]);
    this.before ??= this.fetchFrames(0);
    return this.before;
  }

  /** Views as they came, with others from before them. */
  allFrames(earlier: readonly Frame[]): readonly Frame[] {
    void this.session.lines; // with every line there may be another view
    const first = this.frames[0]?.lines ?? Infinity;
    return [...earlier.filter((frame) => frame.lines < first), ...this.frames];
  }

  /** The board's facts come a little after the first state. */
  private async ready(): Promise<void> {
    for (let tries = 0; !this.words && tries < PATIENCE; tries += 1) await new Promise((done) => setTimeout(done, 100));
  }

  private async fetchFrames(from: number): Promise<Frame[]> {
    const ends = beats(this.title, this.session.lines.slice(from), []).map((beat) => beat.last + 1);
    const wanted = [...new Set([from, ...ends])].filter((line) => line < this.session.lines.length);
    const every = Math.ceil(wanted.length / 60);
    try {
      const asked = wanted.filter((_, place) => place % every === 0);
      const { frames } = await this.records.frames(asked, this.viewer < 0 ? null : this.viewer);
      return [...frames, ...this.frames].sort((a, b) => a.lines - b.lines);
    } catch {
      return this.frames;
    }
  }

  // ---- what is shown

  get isPlaying(): boolean {
    return this.mode === 'playing';
  }

  get beat(): Beat | null {
    const { cue } = this.clock;
    return this.mode === 'playing' && cue ? (this.told?.story[cue.beat] ?? null) : null;
  }

  /** The view of the beat that is told; null while nothing is. */
  get view(): unknown {
    if (this.mode !== 'playing' || !this.told) return null;
    const { cue } = this.clock;
    const { beat, told } = this;
    if (!cue || !beat) return this.told.frames.at(-1)?.view ?? null;
    const isAfter = cue.kind === 'result' || cue.kind === 'ribbon' || cue.kind === 'arrows' || cue.kind === 'command' || cue.kind === 'line';
    return (isAfter ? frameAfter(told.frames, beat) : frameBefore(told.frames, beat))?.view ?? null;
  }

  /** How the aim stands at the beat that is told, and how it stood before the first; null while nothing is told or known. */
  get balance(): { now: [number, number]; start: [number, number] } | null {
    if (this.mode !== 'playing' || !this.told) return null;
    const { cue } = this.clock;
    const { beat } = this;
    const isAfter = cue?.kind === 'result' || cue?.kind === 'ribbon' || cue?.kind === 'line';
    const lines = beat ? (isAfter ? beat.last + 1 : beat.first) : Infinity;
    const [now, { start }] = [this.course.at(lines), this.course];
    return now && start ? { now, start } : null;
  }

  /** The balance before and after everything that is summed up. */
  get wholeBalance(): { now: [number, number]; start: [number, number] } | null {
    const [now, { start }] = [this.course.at(Infinity), this.course];
    return now && start ? { now, start } : null;
  }

  /** Pieces whose move is still to be told stand where they came from. */
  arranged(pieces: Piece[]): Piece[] {
    const { cue } = this.clock;
    const { beat } = this;
    if (!cue || beat?.kind !== 'moves') return pieces;
    const seen = new Map(standing(frameBefore(this.told!.frames, beat)?.view).map(({ id, hex }) => [id, hex])); // a headquarters was seen where it gave its orders
    const waiting = new Map(beat.moves.slice(cue.to).filter((move) => seen.get(move.id) !== move.to).map((move) => [move.id, move.from]));
    return pieces
      .filter((piece) => (waiting.get(piece.id) ?? 0) >= 0)
      .map((piece) => (waiting.has(piece.id) ? { ...piece, hex: waiting.get(piece.id)! } : piece));
  }

  get summary(): Summary | null {
    const { words, told } = this;
    return words && told ? summary(told.story, told.frames, knowing(words)) : null;
  }

  // ---- what one does

  skip(): void {
    this.clock.skip();
  }

  /** The same again, from the first beat or from one of them; only the battles, if that is wanted. */
  again(from = 0, onlyBattles = false): void {
    const { told } = this;
    if (!told) return;
    const all = cues(told.story, this.pace);
    this.isAgain = true;
    this.clock.isLive = false;
    this.mode = 'playing';
    this.chart();
    this.clock.begin(onlyBattles ? all.filter((cue) => told.story[cue.beat]!.kind === 'battle') : all);
    this.clock.seek(from);
  }

  takeCommand(): void {
    this.mode = 'none';
    this.clock.stop();
    this.follow();
  }

  openSummary(): void {
    if (this.mode === 'playing') this.clock.skip();
    else if (this.told) this.mode = 'summary';
  }
}
