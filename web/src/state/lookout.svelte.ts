/** What one asks about the map without deciding anything: overlays, ground, radius, odds, ways. Answers are kept until the view changes. */
import { LookApi } from '../net/api';
import { blockOfId } from '../titles/faces';
import type * as wire from '../wire';
import { remember, remembered } from './storage';
import type { GameSession } from './session.svelte';

const MOST_VIA = 40;
/** Milliseconds until a question that failed is put again. */
const AGAIN = 1000;

/** One thing that has been asked for: not yet answered, answered, or not to be had. */
export type Answer<T> = { state: 'asked' } | { state: 'known'; value: T } | { state: 'none' };

export class Lookout {
  /** What lies over the map; the front line does unless it was taken off. */
  kinds = $state<string[]>(remembered('front') === 'off' ? [] : ['front']);
  /** Hex whose tooltip stays, though the pointer has gone on. */
  pinned = $state<number | null>(null);
  way = $state.raw<readonly number[]>([]);
  private readonly api: LookApi;
  private answers = $state.raw(new Map<string, Answer<unknown>>());
  private seen: unknown = null;

  constructor(
    private readonly session: GameSession,
    token: string | null,
  ) {
    this.api = new LookApi(session.game, token);
  }

  /** Forgets what was asked about an earlier position. */
  refresh(state: unknown): void {
    if (this.seen === state) return;
    this.seen = state;
    this.answers = new Map();
    this.way = [];
  }

  private get side(): number | null {
    const viewer = this.session.state?.viewer ?? -1;
    return viewer >= 0 && this.session.api ? viewer : null;
  }

  /** The answer to a question, which is put the first time it is wanted. */
  private answer<T>(key: string, ask: () => Promise<T>): Answer<T> {
    const known = this.answers.get(key) as Answer<T> | undefined;
    if (known) return known;
    const { seen } = this;
    const note = (answer: Answer<T>): void => {
      if (seen === this.seen) this.answers = new Map(this.answers).set(key, answer);
    };
    queueMicrotask(() => {
      if (this.answers.has(key)) return;
      note({ state: 'asked' });
      ask().then(
        (value) => note({ state: 'known', value }),
        () => note({ state: 'none' }),
      );
    });
    return { state: 'asked' };
  }

  overlay(kind: string): wire.Overlay | null {
    if (!kind || this.session.replayed) return null;
    return valueOf(this.answer(`overlay ${kind}`, () => this.api.overlay(kind, this.side)));
  }

  /** Overlays that are the server's, in the order in which they were laid. */
  get laid(): wire.Overlay[] {
    return this.kinds.filter((kind) => kind !== 'front').map((kind) => this.overlay(kind)).filter((one) => one !== null);
  }

  toggle(kind: string): void {
    this.kinds = this.kinds.includes(kind) ? this.kinds.filter((one) => one !== kind) : [...this.kinds, kind];
    remember('front', this.kinds.includes('front') ? 'on' : 'off');
  }

  private kept = $state.raw<{ key: string; aim: wire.Aim | null }>({ key: '', aim: null });

  /** What is played for: asked once a player turn, and when the game is over. */
  get aim(): wire.Aim | null {
    const { state } = this.session;
    const turn = state?.view ? this.session.adapter()?.turn(state.view) : null;
    const key = state ? `${state.viewer} ${turn?.date ?? state.decision} ${turn?.sideNumber ?? ''} ${state.info.result ? 'over' : ''}` : '';
    if (key && key !== this.kept.key) {
      const before = this.kept.aim;
      queueMicrotask(() => {
        if (this.kept.key === key) return;
        this.kept = { key, aim: before };
        this.api.aim(this.side).then(
          (aim) => this.kept.key === key && (this.kept = { key, aim }),
          () => undefined,
        );
      });
    }
    return this.kept.aim?.kind === 'none' ? null : this.kept.aim;
  }

  /** Odds of a battle that was already reckoned stay while the same blocks stand there. */
  private readonly reckoned = new Map<string, wire.Odds>();

  oddsOf(hex: number): wire.Odds | null {
    const there = this.session.pieces.filter((piece) => piece.hex === hex).map((piece) => `${piece.id}:${piece.face?.strength ?? ''}`);
    const key = `${hex} ${there.sort().join()}`;
    const known = this.reckoned.get(key);
    if (known) return known;
    const answer = this.odds(hex);
    if (answer.state === 'known') this.reckoned.set(key, answer.value);
    return answer.state === 'known' ? answer.value : null;
  }

  /** What the ground of a hex does, each with its clause. */
  groundOf(hex: number): wire.Layer[] {
    return (this.overlay('ground')?.layers ?? []).filter((layer) => layer.hexes.includes(hex));
  }

  /** The radius of a headquarters where it stands, or as it would be at a hex. */
  radiusOf(id: string | null, at: number | null): wire.Layer[] {
    const piece = this.session.pieces.find((one) => one.id === id);
    if (!piece?.isHeadquarters || this.session.replayed) return [];
    const block = blockOfId(piece.id) ?? this.knownBlock(piece.id);
    if (block === null) return [];
    const hex = at === null || at === piece.hex ? -1 : at;
    return valueOf(this.answer(`radius ${block} ${hex}`, () => this.api.overlay('command', this.side, block, hex)))?.layers ?? [];
  }

  private knownBlock(id: string): number | null {
    const view = this.session.view as { blocks?: { seen: [number, number, number, number][] } } | null;
    const found = view?.blocks?.seen.find(([handle]) => `h${handle}` === id);
    return found && found[3] >= 0 ? found[3] : null;
  }

  odds(hex: number, rounds = 1): Answer<wire.Odds> {
    if (this.session.replayed) return { state: 'none' };
    return this.answer(`odds ${hex} ${rounds}`, () => this.api.odds(hex, this.side, rounds));
  }

  /** Of a battle that a move would begin; a question that failed is put once more. */
  oddsOfMove(action: unknown, hex: number): Answer<wire.Odds> {
    const { api } = this.session;
    const { viewer } = this.session.state ?? {};
    if (!api || viewer === undefined || this.session.replayed) return { state: 'none' };
    const ask = (): Promise<wire.Odds> => api.oddsOfMove(action, hex, viewer);
    const again = (): Promise<wire.Odds> => new Promise((done) => setTimeout(done, AGAIN)).then(ask);
    return this.answer(`attack ${hex} ${JSON.stringify(action)}`, () => ask().catch(again));
  }

  modifiers(hex: number): wire.Modifier[] {
    if (this.session.replayed) return [];
    return valueOf(this.answer(`modifiers ${hex}`, () => this.api.modifiers(hex, this.side)))?.modifiers ?? [];
  }

  /** Draws the way of a move, through the hexes over which the block was dragged. */
  async showWay(action: unknown | null, trail: readonly number[]): Promise<void> {
    const { api, state } = this.session;
    if (!action || !api || !state) {
      this.way = [];
      return;
    }
    const { seen } = this;
    this.wanted = action;
    try {
      const { hexes } = await api.way(action, trail.slice(0, MOST_VIA), state.viewer);
      if (seen === this.seen && this.wanted === action) this.way = hexes;
    } catch {
      this.way = [];
    }
  }

  private wanted: unknown = null;

  hideWay(): void {
    this.wanted = null;
    this.way = [];
  }
}

function valueOf<T>(answer: Answer<T>): T | null {
  return answer.state === 'known' ? answer.value : null;
}
