/** The HTTP API. Every problem becomes a `ApiError` with the server's own words. */
import { t } from '../i18n/index.svelte';
import type * as wire from '../wire';

export type GivenProblem = Pick<wire.Problem, 'error' | 'message'> & Partial<wire.Problem>;

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: GivenProblem,
  ) {
    super(problem.message);
  }
}

export function unreachable(): ApiError {
  return new ApiError(0, { error: 'unreachable', message: t('problem.unreachable') });
}

export async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown, token?: string, keepalive = false): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers.authorization = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, keepalive, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw unreachable();
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as wire.Problem | null;
    throw new ApiError(response.status, problem ?? { error: 'internal', message: response.statusText });
  }
  return (await response.json()) as T;
}

export const query = (values: Record<string, number | string | null | undefined>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
};

export const titles = (): Promise<wire.Titles> => call('GET', '/api/titles');
export const board = (title: string): Promise<wire.Board> => call('GET', `/api/titles/${title}/board`);
export const rules = (title: string): Promise<wire.Rules> => call('GET', `/api/titles/${title}/rules`);
export const createGame = (wanted: wire.CreateGame): Promise<wire.GameCreated> => call('POST', '/api/games', wanted);
export const join = (invitation: string, name: string): Promise<wire.SeatKey> =>
  call('POST', '/api/join', { invitation, name });
export const myGames = (tokens: string[]): Promise<wire.GameList> => call('POST', '/api/my_games', { tokens });

export async function mapSvg(title: string): Promise<string> {
  const response = await fetch(`/api/titles/${title}/map.svg`);
  if (!response.ok) throw new ApiError(response.status, { error: 'internal', message: response.statusText });
  return response.text();
}

/** What anybody at the table may ask about what he sees; without a token as a spectator. */
export class LookApi {
  constructor(
    private readonly game: string,
    private readonly token: string | null,
  ) {}

  private get<T>(what: string, values: Record<string, number | string | null | undefined>): Promise<T> {
    return call('GET', `/api/games/${this.game}/${what}${query(values)}`, undefined, this.token ?? undefined);
  }

  overlay(kind: string, side: number | null, block = -1, hex = -1, line = -1): Promise<wire.Overlay> {
    return this.get(`overlays/${kind}`, { side, block, hex, line });
  }

  modifiers(hex: number, side: number | null): Promise<wire.Modifiers> {
    return this.get('modifiers', { hex, side });
  }

  aim(side: number | null): Promise<wire.Aim> {
    return this.get('aim', { side });
  }

  forces(side: number | null): Promise<wire.Roster> {
    return this.get('forces', { side });
  }

  situation(side: number | null): Promise<wire.Situation> {
    return this.get('situation', { side });
  }

  landingSheet(side: number | null): Promise<wire.LandingSheet> {
    return this.get('landing_sheet', { side });
  }

  sheet(side: number | null): Promise<wire.Sheet> {
    return this.get('sheet', { side });
  }

  odds(hex: number, side: number | null, rounds = 1): Promise<wire.Odds> {
    return this.get('odds', { hex, side, rounds });
  }
}

/** What a seat may ask besides playing, which goes through the socket. */
export class SeatApi {
  constructor(
    private readonly game: string,
    private readonly token: string,
  ) {}

  private get path(): string {
    return `/api/games/${this.game}`;
  }

  /** For a long list: the choices of one block, or this many of each kind for every block. */
  legal(side: number, block: number | null = null, each: number | null = null): Promise<wire.Legal> {
    return call('GET', `${this.path}/legal${query({ side, block, each })}`, undefined, this.token);
  }

  whyNot(action: unknown, side: number): Promise<wire.WhyNotAnswer> {
    return call('POST', `${this.path}/why_not`, { action, side }, this.token);
  }

  undo(decision: number, side: number, to: number | null): Promise<wire.Undone> {
    return call('POST', `${this.path}/undo`, { decision, side, to }, this.token);
  }

  oddsOfMove(action: unknown, hex: number, side: number): Promise<wire.Odds> {
    return call('POST', `${this.path}/odds_of_move`, { action, hex, side }, this.token);
  }

  prospects(asked: wire.AskProspects): Promise<wire.Prospects> {
    return call('POST', `${this.path}/prospects`, asked, this.token);
  }

  way(action: unknown, via: readonly number[], side: number): Promise<wire.Way> {
    return call('POST', `${this.path}/way`, { action, via, side }, this.token);
  }

  proposal(side: number): Promise<wire.Proposal> {
    return call('GET', `${this.path}/proposal${query({ side })}`, undefined, this.token);
  }

  standingOrders(orders: string[], side: number): Promise<wire.GameState> {
    return call('POST', `${this.path}/standing_orders`, { orders, side }, this.token);
  }

  /** A seat that plays several sides says which of them gives up. */
  concede(side: number | null = null): Promise<wire.GameState> {
    return call('POST', `${this.path}/concede`, { side }, this.token);
  }

  agreeToEnd(agree: boolean): Promise<wire.GameState> {
    return call('POST', `${this.path}/agree_to_end`, { agree }, this.token);
  }

  chat(after: number): Promise<wire.Chat> {
    return call('GET', `${this.path}/chat${query({ after })}`, undefined, this.token);
  }
}
