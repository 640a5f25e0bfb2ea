/** How the aim moves during a playback: requested once, for the moments at which it can have changed. */
import type { RecordsApi } from '../net/records';
import type { Balance } from '../wire';
import type { Beat } from './beats';

const MOST = 40;

export class Course {
  private known = $state.raw<readonly Balance[]>([]);
  private asked = '';

  constructor(private readonly records: RecordsApi) {}

  /** The moments after which places have changed hands or units are gone; nothing is requested twice. */
  follow(story: readonly Beat[], from: number, side: number | null): void {
    const changing = story.filter((beat) => beat.last >= from && ['place', 'battle', 'starved'].includes(beat.kind));
    const lines = [...new Set([from, ...changing.map((beat) => beat.last + 1)])].slice(-MOST);
    const key = `${side} ${lines.join()}`;
    if (!changing.length || key === this.asked) return;
    this.asked = key;
    if (this.known[0]?.lines !== from) this.known = []; // of another story
    this.records.balances(lines, side).then(
      ({ balances }) => key === this.asked && (this.known = balances),
      () => undefined, // the track stays where it was
    );
  }

  /** The balance when so many lines had been told; null before it is known. */
  at(lines: number): Balance['balance'] | null {
    return (this.known.findLast((one) => one.lines <= lines) ?? this.known[0])?.balance ?? null;
  }

  /** The balance at the beginning of the story. */
  get start(): Balance['balance'] | null {
    return this.known[0]?.balance ?? null;
  }
}
