/** What I note about hexes and units for myself. Words that the server has not taken yet stay where they were written. */
import type { Note } from '../wire';
import type { GameSession } from './session.svelte';

export type About = Note['about'];

export class NoteBook {
  notes = $state.raw<Note[]>([]);
  /** What is being written, by what it is about. */
  private drafts = $state.raw(new Map<string, string>());
  failed = $state<string | null>(null);
  private loaded: number | null = null;

  constructor(private readonly session: GameSession) {}

  private static key(about: About, number: number): string {
    return `${about} ${number}`;
  }

  /** All notes of the side that is at the table, once it is known that this is a seat. */
  async load(): Promise<void> {
    const { people, state } = this.session;
    if (!people || !state || this.loaded === state.viewer) return;
    const side = (this.loaded = state.viewer);
    this.notes = [];
    try {
      const { notes } = await people.notes(side);
      if (this.loaded === side) this.notes = notes;
    } catch {
      this.loaded = null;
    }
  }

  of(about: About, number: number): string {
    return this.notes.find((note) => note.about === about && note.number === number)?.text ?? '';
  }

  draft(about: About, number: number): string | null {
    return this.drafts.get(NoteBook.key(about, number)) ?? null;
  }

  write(about: About, number: number, text: string | null): void {
    const drafts = new Map(this.drafts);
    if (text === null) drafts.delete(NoteBook.key(about, number));
    else drafts.set(NoteBook.key(about, number), text);
    this.drafts = drafts;
  }

  /** Gives what was written to the server. */
  async keep(about: About, number: number): Promise<void> {
    const { people, state } = this.session;
    const text = this.draft(about, number);
    if (!people || !state || text === null) return;
    const side = state.viewer;
    this.failed = null;
    try {
      const { notes } = await people.putNote({ about, number, text, side });
      if (this.draft(about, number) === text) this.write(about, number, null);
      if (this.session.state?.viewer === side) this.notes = notes;
    } catch {
      this.failed = NoteBook.key(about, number);
    }
  }

  hasFailed(about: About, number: number): boolean {
    return this.failed === NoteBook.key(about, number);
  }
}
