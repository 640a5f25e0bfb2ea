/** What people say to each other at a table, and how far I have read it. */
import type { ChatLine } from '../wire';
import type { GameSession } from './session.svelte';

export class ChatRoom {
  lines = $state.raw<ChatLine[]>([]);
  read = $state(0);
  private isLoaded = false;

  constructor(private readonly session: GameSession) {}

  get unread(): number {
    return Math.max(0, this.lines.length - this.read);
  }

  /** Everything said so far, once it is known that this is a seat. */
  async load(): Promise<void> {
    const { api } = this.session;
    if (!api || this.isLoaded) return;
    this.isLoaded = true;
    try {
      let lines: ChatLine[] = [];
      for (let total = 1; lines.length < total; ) {
        const chat = await api.chat(lines.length);
        if (!lines.length) this.read = chat.read;
        lines = [...lines, ...chat.lines];
        total = chat.lines.length ? chat.total : 0;
      }
      const { length } = lines;
      this.lines = [...lines, ...this.lines.filter((line) => line.number >= length)];
    } catch {
      this.isLoaded = false;
    }
  }

  heard(line: ChatLine): void {
    if (!this.lines.some((known) => known.number === line.number)) this.lines = [...this.lines, line];
  }

  /** Everything has been read; the server is told, so that it is so on every device. */
  markRead(): void {
    const last = this.lines.at(-1)?.number ?? -1;
    if (this.read > last) return;
    this.read = last + 1;
    void this.session.people?.chatRead(this.read).catch(() => undefined);
  }
}
