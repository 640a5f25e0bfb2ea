/** Past moments of a game, for everybody who may watch it. */
import type * as wire from '../wire';
import { ApiError, call, query } from './api';

export class RecordsApi {
  constructor(
    private readonly game: string,
    private readonly token: string | null,
  ) {}

  private get<T>(what: string, values: Record<string, number | string | null>): Promise<T> {
    return call('GET', `/api/games/${this.game}/${what}${query(values)}`, undefined, this.token ?? undefined);
  }

  replay(line: number, side: number | null): Promise<wire.ReplayFrame> {
    return this.get('replay', { line, side });
  }

  /** The views after the given numbers of lines, in one request. */
  frames(lines: readonly number[], side: number | null): Promise<wire.Frames> {
    return this.get('frames', { lines: lines.join(','), side });
  }

  /** The balance of the aim after the given numbers of lines. */
  balances(lines: readonly number[], side: number | null): Promise<wire.Balances> {
    return this.get('balances', { lines: lines.join(','), side });
  }

  trueReplay(line: number): Promise<wire.ReplayFrame> {
    return this.get('replay', { line, truth: 'true' });
  }

  /** The log as a side saw it, or as all together did; after the end only. */
  trueLog(side: number | null): Promise<wire.Log> {
    return this.get('true_log', { side });
  }

  /** What bots were thinking; after the end only. */
  thoughts(): Promise<wire.Thoughts> {
    return this.get('thoughts', {});
  }

  charts(side: number | null): Promise<wire.Charts> {
    return this.get('charts', { side });
  }

  trueCharts(): Promise<wire.Charts> {
    return this.get('charts', { truth: 'true' });
  }

  /** What a machine player would have expected from turn to turn; after the end only. */
  expectations(): Promise<wire.Expectations> {
    return this.get('expectations', {});
  }

  /** All dice, recomputed by the server; after the end only. */
  dice(): Promise<wire.VerifiedDice> {
    return this.get('dice', {});
  }

  /** The record file that anybody can verify. */
  async export(): Promise<Blob> {
    const headers: Record<string, string> = this.token ? { authorization: `Bearer ${this.token}` } : {};
    const response = await fetch(`/api/games/${this.game}/export`, { headers });
    if (!response.ok) throw new ApiError(response.status, (await response.json()) as wire.Problem);
    return response.blob();
  }

  /** Hands the record file to the browser. */
  async save(name: string): Promise<void> {
    const address = URL.createObjectURL(await this.export());
    const link = document.createElement('a');
    link.href = address;
    link.download = `${name || this.game}.jsonl`;
    link.click();
    URL.revokeObjectURL(address);
  }
}
