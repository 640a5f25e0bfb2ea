/** What is being told at the table: collects views as they come, keeps the map at the beat that is told, and sums up afterwards. */
import { distance } from '../board/geometry';
import type { Piece } from '../board/types';
import type { RecordsApi } from '../net/records';
import { settings } from '../state/settings.svelte';
import { remember, remembered } from '../state/storage';
import type { GameSession } from '../state/session.svelte';
import type * as wire from '../wire';
import { beats, frameAfter, frameBefore, type Beat, type Frame } from './beats';
import { StageClock } from './clock.svelte';
import { eyesOf, standing } from './eyes';
import { cues, type Pace } from './pace';
import { isEmpty, summary, type Summary } from './summary';
import { knowing, type Words } from './words';

const MOST_FRAMES = 400;
const PATIENCE = 150;
/** Seconds after which one has been away. */
const AWAY = 3600;

export interface Told {
  story: Beat[];
  frames: Frame[];
  /** The first line it tells of. */
  from: number;
  isSince: boolean;
}

export class Telling {
  readonly clock = new StageClock(() => this.ended());
  /** What runs on the stage, or was told last. */
  told = $state.raw<Told | null>(null);
  mode = $state<'none' | 'playing' | 'summary'>('none');
  private frames: Frame[] = [];
  /** The line up to which everything has been told. */
  private upTo = -1;
  /** Where the summary of the turn begins. */
  private since = 0;
  private seenAt = 0;

  constructor(
    private readonly session: GameSession,
    private readonly records: RecordsApi,
  ) {}

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
      isOfNote: (battle) => this.viewer < 0 || this.isMine(battle.hex, battle) || (facts?.worth(battle.hex) ?? 0) > 0,
      isPlaceOfNote: (hex) => (facts?.worth(hex) ?? 0) > 0,
    };
  }

  private isMine(hex: number, beat: Beat): boolean {
    const eve = frameBefore(this.frames, beat);
    return eve ? standing(eve.view).some((one) => one.hex === hex && one.side === this.viewer) : false;
  }

  private key(what: string): string {
    return `${what}.${this.session.game}.${this.viewer}`;
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

  /** Sitting down: what happened since one was last here is summed up. */
  private arrive(lines: number): void {
    const known = Number(remembered(this.key('told')) ?? NaN);
    const at = Number(remembered(this.key('told_at')) ?? 0);
    this.upTo = this.since = lines;
    this.seenAt = at;
    if (Number.isFinite(known) && known >= 0 && known < lines && this.viewer >= 0) {
      this.since = known;
      void this.sumUp(known, true);
    } else this.note(lines);
  }

  private note(lines: number): void {
    this.upTo = lines;
    remember(this.key('told'), String(lines));
    remember(this.key('told_at'), String(Math.floor(Date.now() / 1000)));
  }

  private get isMyTurn(): boolean {
    const view = this.session.state?.view;
    const active = view ? eyesOf(this.title).active(view) : -1;
    return this.viewer >= 0 && (active < 0 ? Boolean(this.session.state?.my_decision) : active === this.viewer);
  }

  private worthTelling(story: readonly Beat[]): boolean {
    return story.some((beat) => {
      if (beat.kind === 'moves' || beat.kind === 'phase') return beat.kind === 'moves' && beat.side !== this.viewer;
      if (beat.kind === 'supply') return beat.count > 0;
      return beat.kind === 'battle' || beat.kind === 'place' || beat.kind === 'starved';
    });
  }

  /** Goes on telling with what has just come, or begins. */
  private follow(): void {
    if (!this.words || this.session.replayed) return;
    const lines = this.session.lines.length;
    if (this.mode === 'playing' && this.told && !this.told.isSince) {
      this.tell(this.told.from);
      this.clock.extend(cues(this.told.story, this.pace));
      return;
    }
    const isOthers = this.viewer < 0 || !this.isMyTurn || this.turnEnded;
    if (!isOthers) {
      this.note(lines);
      this.since = lines;
      return;
    }
    const story = this.storyFrom(this.upTo);
    if (!this.worthTelling(story)) {
      if (this.session.state?.my_decision && this.isMyTurn) this.finish();
      return;
    }
    if (settings.isStill) {
      if (this.session.state?.my_decision) this.finish();
      return;
    }
    this.tell(this.upTo);
    this.mode = 'playing';
    this.clock.begin(cues(this.told!.story, this.pace));
  }

  /** The other side's turn has ended since the last thing that was told. */
  private get turnEnded(): boolean {
    return this.isMyTurn && this.storyFrom(this.since).some((beat) => 'side' in beat && beat.kind !== 'supply' && beat.side === 1 - this.viewer);
  }

  private storyFrom(from: number): Beat[] {
    return beats(this.title, this.session.lines.slice(from), this.frames.filter((frame) => frame.lines >= this.frameLines(from)));
  }

  private frameLines(from: number): number {
    return this.frames.findLast((frame) => frame.lines <= from)?.lines ?? 0;
  }

  private tell(from: number): void {
    this.told = { story: this.storyFrom(from), frames: [...this.frames], from, isSince: false };
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
    const isWaiting = !state?.my_decision && !state?.info.result && this.viewer >= 0;
    this.note(this.session.lines.length);
    if (isWaiting) return; // the other side is still at it: what comes next is told from here
    this.finish();
  }

  /** Everything has been told: the summary of the whole turn, once it is over. */
  private finish(): void {
    this.note(this.session.lines.length);
    this.clock.stop();
    this.mode = 'none';
    if (this.isMyTurn || this.session.state?.info.result) void this.sumUp(this.since, false);
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
    this.note(lines);
    const { words } = this;
    if (!words || !isLong) return;
    if (isEmpty(summary(story, frames, knowing(words)), knowing(words))) return;
    this.told = { story, frames, from, isSince };
    this.mode = 'summary';
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
    const isAfter = cue.kind === 'result' || cue.kind === 'ribbon' || cue.kind === 'arrows' || cue.kind === 'line';
    return (isAfter ? frameAfter(told.frames, beat) : frameBefore(told.frames, beat))?.view ?? null;
  }

  /** Pieces whose move is still to be told stand where they came from. */
  arranged(pieces: Piece[]): Piece[] {
    const { cue } = this.clock;
    const { beat } = this;
    if (!cue || beat?.kind !== 'moves') return pieces;
    const waiting = new Map(beat.moves.slice(cue.to).map((move) => [move.id, move.from]));
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
    this.mode = 'playing';
    this.clock.begin(onlyBattles ? all.filter((cue) => told.story[cue.beat]!.kind === 'battle') : all);
    this.clock.seek(from);
  }

  takeCommand(): void {
    this.mode = 'none';
    this.clock.stop();
    this.note(this.session.lines.length);
  }

  openSummary(): void {
    if (this.mode === 'playing') this.clock.skip();
    else if (this.told) this.mode = 'summary';
  }
}
