/** Something the server is asked for when it is first wanted, and again when what it depends on has changed. */
import { ApiError } from '../net/api';

/** Milliseconds until a question that failed is put again: a little later each time. */
const AGAIN = [1000, 3000, 9000];

export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Whether a question failed for reasons that pass: no connection, too many questions, a server in trouble. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Puts a question until it is answered, or three times more in vain. */
export async function persistently<T>(ask: () => Promise<T>, isWanted: () => boolean = () => true): Promise<T> {
  for (const wait of AGAIN) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(wait);
      if (!isWanted()) throw error;
    }
  }
  return ask();
}

export class Kept<T> {
  private key = $state.raw('');
  value = $state.raw<T | null>(null);
  hasFailed = $state(false);

  constructor(private readonly ask: () => Promise<T>) {}

  /** The value for a key; until that is there, the one before it. */
  of(key: string): T | null {
    if (key && key !== this.key) queueMicrotask(() => this.fetch(key));
    return this.value;
  }

  again(): void {
    this.fetch(this.key, true);
  }

  private fetch(key: string, isAgain = false): void {
    if (this.key === key && !isAgain) return;
    this.key = key;
    this.hasFailed = false;
    const isWanted = (): boolean => this.key === key;
    persistently(this.ask, isWanted).then(
      (value) => isWanted() && (this.value = value),
      () => isWanted() && (this.hasFailed = true),
    );
  }
}
