/** Looking back at a game: to any line of the log as I saw it; after the end with the eyes of any side, or of all. */
import type { RecordsApi } from '../net/records';
import type { LogLine, Thought } from '../wire';
import type { GameSession } from './session.svelte';

/** A side's number, or `truth`; null is what I saw myself. */
export type Perspective = number | 'truth' | null;

const PAUSE = 900;

export class Replay {
  perspective = $state<Perspective>(null);
  isPlaying = $state(false);
  private othersLines = $state.raw<LogLine[]>([]);
  /** What bots had in mind, told when the game is over. */
  private thoughts = $state.raw<Thought[]>([]);
  private haveThoughts = false;
  private timer = 0;

  constructor(
    private readonly session: GameSession,
    readonly records: RecordsApi,
  ) {}

  /** The log of whoever is looked with. */
  get lines(): LogLine[] {
    return this.perspective === null ? this.session.lines : this.othersLines;
  }

  async loadThoughts(): Promise<void> {
    if (this.haveThoughts) return;
    this.haveThoughts = true;
    try {
      this.thoughts = (await this.records.thoughts()).thoughts;
    } catch (error) {
      this.haveThoughts = false;
      this.session.problem(error);
    }
  }

  /** What bots began to have in mind between the line before and this one. */
  thoughtsBefore(line: LogLine): Thought[] {
    const since = this.lines[line.number - 1]?.at ?? -1;
    return this.thoughts.filter((thought) => thought.at > since && thought.at <= line.at);
  }

  get line(): number | null {
    return this.session.replayed?.line ?? null;
  }

  async look(line: number | null): Promise<void> {
    if (line === null) {
      this.pause();
      await this.lookAs(null);
      return;
    }
    try {
      const { perspective } = this;
      const frame = perspective === 'truth' ? await this.records.trueReplay(line) : await this.records.replay(line, this.side);
      if (perspective === this.perspective) this.session.replayed = { line, views: frame.views };
      this.session.selected = null;
    } catch (error) {
      this.pause();
      this.session.problem(error);
    }
  }

  private get side(): number | null {
    if (typeof this.perspective === 'number') return this.perspective;
    const viewer = this.session.state?.viewer ?? null;
    return viewer !== null && viewer < 0 ? null : viewer;
  }

  /** Take another's eyes, and stay at the same moment as far as his log has it. */
  async lookAs(perspective: Perspective): Promise<void> {
    const at = this.line === null ? null : this.lines.find((line) => line.number === this.line)?.at;
    this.perspective = perspective;
    if (perspective === null) {
      this.othersLines = [];
      this.session.replayed = null;
      return;
    }
    try {
      this.othersLines = (await this.records.trueLog(perspective === 'truth' ? null : perspective)).lines;
      const same = at === undefined || at === null ? -1 : this.othersLines.findLastIndex((line) => line.at <= at);
      await this.look(same >= 0 ? same : this.othersLines.length - 1);
    } catch (error) {
      this.session.problem(error);
    }
  }

  async step(by: number): Promise<void> {
    const last = this.lines.length - 1;
    const to = Math.max(0, Math.min(last, (this.line ?? last) + by));
    await this.look(to >= last && by > 0 && this.perspective === null ? null : to);
  }

  /** To the beginning of the phase before or after. */
  async stepPhase(by: -1 | 1): Promise<void> {
    const { lines } = this;
    const now = this.line ?? lines.length - 1;
    const phases = lines.filter(isPhase).map((line) => line.number);
    const to = by < 0 ? phases.findLast((line) => line < now) : phases.find((line) => line > now);
    if (to !== undefined) await this.look(to);
    else await this.look(by < 0 ? 0 : this.perspective === null ? null : lines.length - 1);
  }

  play(): void {
    this.isPlaying = true;
    const tick = async (): Promise<void> => {
      if (!this.isPlaying) return;
      await this.step(1);
      if (this.line === null || this.line >= this.lines.length - 1) this.pause();
      else this.timer = window.setTimeout(() => void tick(), PAUSE);
    };
    void tick();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }
}

export function isPhase(line: LogLine): boolean {
  return /^(phase|PhaseBegan)$/.test(String((line.event as { type?: string }).type ?? ''));
}
