/** Dice that roll one throw after the other, for those who like to watch; skipped by a click, by a setting and without motion. */
import type { BattleRoll } from '../titles/title';
import { settings } from './settings.svelte';

const TUMBLE = { normal: 800, fast: 300, none: 0 };
const MOST_WAITING = 4;

export class DiceCup {
  /** The last throw that lies still; later ones are still to be shown. */
  private settled = $state(-1);
  rolling = $state<number | null>(null);
  private waiting: number[] = [];
  private timer = 0;

  /** Everything up to this line was thrown before one looked. */
  begin(line: number): void {
    if (this.settled < 0) this.settled = line;
  }

  /** Throws of the battle as the log tells them: new ones are rolled in their order. */
  follow(rolls: readonly BattleRoll[]): void {
    const known = Math.max(this.settled, this.rolling ?? -1, ...this.waiting);
    const fresh = rolls.map((roll) => roll.line).filter((line) => line > known);
    if (!fresh.length) return;
    this.waiting.push(...fresh);
    if (!this.tumble || this.waiting.length > MOST_WAITING) this.skip();
    else if (this.rolling === null) this.next();
  }

  private get tumble(): number {
    return settings.isStill ? 0 : TUMBLE[settings.dice];
  }

  private next(): void {
    const line = this.waiting.shift() ?? null;
    this.rolling = line;
    if (line === null) return;
    this.timer = window.setTimeout(() => {
      this.settled = Math.max(this.settled, line);
      this.next();
    }, this.tumble);
  }

  skip(): void {
    clearTimeout(this.timer);
    this.settled = Math.max(this.settled, this.rolling ?? -1, ...this.waiting);
    this.waiting = [];
    this.rolling = null;
  }

  isShown(line: number): boolean {
    return line <= this.settled || line === this.rolling;
  }
}
