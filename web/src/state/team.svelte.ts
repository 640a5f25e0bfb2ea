/** What those who share my side say among themselves, and the places they point at. */
import type { TeamLine } from '../wire';
import type { GameSession } from './session.svelte';

const SHOWN = 30_000; // milliseconds for which a place is marked on the map

export class TeamTalk {
  lines = $state.raw<TeamLine[]>([]);
  /** Places somebody points at just now. */
  pointed = $state.raw<readonly number[]>([]);
  private isLoaded = false;

  constructor(private readonly session: GameSession) {}

  /** Whether others share my side. */
  get isTeam(): boolean {
    const mine = this.session.mySeat;
    return mine?.sides.length === 1 && this.session.seats.some((one) => one.seat !== mine.seat && one.sides.length === 1 && one.sides[0] === mine.sides[0]);
  }

  async load(): Promise<void> {
    if (!this.isTeam || this.isLoaded) return;
    this.isLoaded = true;
    try {
      const talk = await this.session.people?.teamTalk();
      const known = talk?.lines ?? [];
      this.lines = [...known, ...this.lines.filter((line) => line.number >= known.length)];
    } catch {
      this.isLoaded = false;
    }
  }

  heard(line: TeamLine): void {
    if (!this.lines.some((known) => known.number === line.number)) this.lines = [...this.lines, line];
    const { hex } = line;
    if (hex === null || hex === undefined) return;
    this.pointed = [...this.pointed, hex];
    setTimeout(() => (this.pointed = this.pointed.filter((one) => one !== hex)), SHOWN);
  }
}
