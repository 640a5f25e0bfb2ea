/** The one clock of the stage: which moment of a story is being shown. Everything that moves follows it. */
import type { Cue } from './pace';

export type Speed = 0.5 | 1 | 2 | 4;
export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4];

/** Milliseconds behind the players from which the playback speeds up. */
const BEHIND = 20_000;
const CATCHING_UP = 2;

export class StageClock {
  cues = $state.raw<readonly Cue[]>([]);
  /** The moment that is shown; at the length of the list everything has been told. */
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<Speed>(1);
  /** Whether others play on during the playback. */
  isLive = $state(false);
  private timer = 0;

  constructor(private readonly ended: () => void = () => undefined) {}

  get cue(): Cue | null {
    return this.cues[this.at] ?? null;
  }

  /** How fast it goes: as was wanted, or faster until it has caught up with those who play. */
  get rate(): number {
    return this.isLive && this.left / this.speed > BEHIND ? Math.max(this.speed, CATCHING_UP) : this.speed;
  }

  private get left(): number {
    return this.cues.slice(this.at).reduce((sum, { ms }) => sum + (ms < Infinity ? ms : 0), 0);
  }

  get isOver(): boolean {
    return this.at >= this.cues.length;
  }

  begin(cues: readonly Cue[]): void {
    this.stop();
    this.cues = cues;
    this.at = 0;
    this.play();
  }

  /** Adds new moments; those already played stay played. */
  extend(cues: readonly Cue[]): void {
    const { cue } = this;
    const first = cue ? this.cues.findIndex((one) => one.beat === cue.beat) : -1;
    const inside = this.at - first;
    const wasOver = this.isOver;
    const before = this.cues.length;
    this.cues = cues;
    if (cue) {
      const same = cues.findIndex((one) => one.beat === cue.beat);
      const last = cues.findLastIndex((one) => one.beat === cue.beat);
      this.at = same < 0 ? Math.min(this.at, cues.length) : Math.min(same + inside, last);
    } else if (wasOver) {
      this.at = Math.min(before, cues.length);
      if (this.isPlaying) this.wait();
    }
  }

  play(): void {
    this.isPlaying = true;
    this.wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  stop(): void {
    this.pause();
    this.cues = [];
    this.at = 0;
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (this.isPlaying) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    const { cue } = this;
    if (!cue) {
      this.ended();
      return;
    }
    if (cue.ms < Infinity) this.timer = window.setTimeout(() => this.next(), cue.ms / this.rate);
  }

  /** Goes to the next moment without waiting for the end of this one. */
  next(): void {
    if (this.at < this.cues.length) this.at += 1;
    if (this.isPlaying || this.isOver) this.wait();
  }

  /** Goes to the next or previous beat and pauses. */
  step(by: -1 | 1): void {
    this.pause();
    const now = this.cue?.beat ?? (this.cues.at(-1)?.beat ?? -1) + 1;
    if (by > 0) {
      const to = this.cues.findIndex((cue) => cue.beat > now);
      this.at = to < 0 ? this.cues.length : to;
      if (this.isOver) this.ended();
    } else {
      const before = this.cues.findLast((cue) => cue.beat < now)?.beat ?? this.cues[0]?.beat ?? 0;
      this.seek(before);
    }
  }

  seek(beat: number): void {
    const to = this.cues.findIndex((cue) => cue.beat >= beat);
    this.at = to < 0 ? this.cues.length : to;
    if (this.isPlaying) this.wait();
  }

  /** To a moment, and on from there. */
  jump(to: number): void {
    this.at = to;
    if (this.isPlaying || this.isOver) this.wait();
  }

  skip(): void {
    this.pause();
    this.at = this.cues.length;
    this.ended();
  }
}
