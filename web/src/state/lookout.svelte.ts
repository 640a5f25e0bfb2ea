/** What one asks about the map without deciding anything: overlays, ground, radius, odds, ways. Answers are kept until the view changes. */
import { LookApi } from '../net/api';
import { blockOfId } from '../titles/faces';
import type * as wire from '../wire';
import { isPassing, Kept, pause, persistently } from './kept.svelte';
import { battleSignature } from './signature';
import { remember, remembered } from './storage';
import type { GameSession } from './session.svelte';

const MOST_VIA = 40;
/** What begins the keys of answers that outlast a change elsewhere, and how many of them are kept. */
const LASTING = 'battle ';
const MOST_LASTING = 200;
/** Milliseconds for which the table rests before a battle is asked about; and until one asks anew what failed. */
const SETTLED = 250;
const LATER = 15_000;

/** What was asked about is no longer so: nothing was asked. */
class HasChanged extends Error {}

/** Symbols of units that fly. */
const AIRCRAFT = new Set<string>(['air', 'strategic_air']);

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
    this.answers = new Map([...this.answers].filter(([key]) => key.startsWith(LASTING)).slice(-MOST_LASTING));
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
    const isWanted = (): boolean => seen === this.seen || key.startsWith(LASTING);
    const note = (answer: Answer<T> | null): void => {
      if (!isWanted()) return;
      const answers = new Map(this.answers);
      if (answer) answers.set(key, answer);
      else answers.delete(key);
      this.answers = answers;
    };
    queueMicrotask(() => {
      if (this.answers.has(key)) return;
      note({ state: 'asked' });
      persistently(ask, isWanted).then(
        (value) => note({ state: 'known', value }),
        (error: unknown) => {
          note(error instanceof HasChanged ? null : { state: 'none' });
          if (isPassing(error)) setTimeout(() => note(null), LATER); // asked anew if it is still wanted
        },
      );
    });
    return { state: 'asked' };
  }

  /** The question about a battle, which lasts until something changes that bears on it. It is put when the table has come to rest. */
  private ofBattle<T>(what: string, hex: number, ask: () => Promise<T>): Answer<T> {
    const { session } = this;
    const signature = (): string => battleSignature(session.state?.view ?? {}, session.pieces, hex, session.battle?.hex === hex ? session.lines.length : 0);
    const wanted = signature();
    const settled = async (): Promise<T> => {
      await pause(SETTLED);
      if (signature() !== wanted) throw new HasChanged();
      return ask();
    };
    return this.answer(`${LASTING}${session.state?.viewer} ${what} ${wanted}`, settled);
  }

  overlay(kind: string): wire.Overlay | null {
    if (!kind || this.session.replayed) return null;
    return valueOf(this.answer(`overlay ${kind}`, () => this.api.overlay(kind, this.side)));
  }

  /** As it lay when my log had so many lines. */
  overlayAfter(kind: string, lines: number): wire.Overlay | null {
    if (this.session.replayed) return null;
    return valueOf(this.answer(`${LASTING}overlay ${this.session.state?.viewer} ${kind} ${lines}`, () => this.api.overlay(kind, this.side, -1, -1, lines)));
  }

  /** Overlays that are the server's, in the order in which they were laid. */
  get laid(): wire.Overlay[] {
    return this.kinds.filter((kind) => kind !== 'front').map((kind) => this.overlay(kind)).filter((one) => one !== null);
  }

  toggle(kind: string): void {
    this.kinds = this.kinds.includes(kind) ? this.kinds.filter((one) => one !== kind) : [...this.kinds, kind];
    remember('front', this.kinds.includes('front') ? 'on' : 'off');
  }

  private readonly keptAim = new Kept(() => this.api.aim(this.side));
  private readonly keptForces = new Kept(() => this.api.forces(this.side));
  readonly keptSheet = new Kept(() => this.api.sheet(this.side));

  /** The player turn as one viewer sees it. */
  private get turnKey(): string {
    const { state } = this.session;
    const turn = state?.view ? this.session.adapter()?.turn(state.view) : null;
    return state ? `${state.viewer} ${turn?.date ?? state.decision} ${turn?.sideNumber ?? ''} ${state.info.result ? 'over' : ''}` : '';
  }

  /** What is played for: asked once a player turn, and when the game is over. While a turn is told, as it was before that. */
  get aim(): wire.Aim | null {
    const aim = this.session.telling.isPlaying ? this.keptAim.value : this.keptAim.of(this.turnKey);
    return aim?.kind === 'none' ? null : aim;
  }

  /** The order of battle as far as I know it: asked for every decision, while it lies open. */
  get forces(): wire.Roster | null {
    const { state } = this.session;
    return this.keptForces.of(state ? `${state.viewer} ${state.decision} ${state.log_length}` : '');
  }

  /** The tables of the rules with what applies now: asked once a phase, while they lie open. */
  get sheet(): wire.Sheet | null {
    const phase = (this.session.state?.view as { phase?: number } | undefined)?.phase ?? 0;
    return this.keptSheet.of(this.turnKey && `${this.turnKey} ${phase}`);
  }

  oddsOf(hex: number): wire.Odds | null {
    return valueOf(this.odds(hex));
  }

  /** What the ground of a hex does, each with its clause. */
  groundOf(hex: number): wire.Layer[] {
    return (this.overlay('ground')?.layers ?? []).filter((layer) => layer.hexes.includes(hex));
  }

  /** The radius of a headquarters where it stands, or as it would be at a hex; of an air unit, how far it flies to fight or to a base. */
  radiusOf(id: string | null, at: number | null): wire.Layer[] {
    const piece = this.session.pieces.find((one) => one.id === id);
    if (!piece || this.session.replayed) return [];
    const block = this.blockOf(piece.id);
    if (block === null) return [];
    if (piece.face && AIRCRAFT.has(piece.face.symbol) && id?.startsWith('b')) return valueOf(this.answer(`flights ${block}`, () => this.api.overlay('flights', this.side, block, -1)))?.layers ?? [];
    if (!piece.isHeadquarters) return [];
    const hex = at === null || at === piece.hex ? -1 : at;
    return valueOf(this.answer(`radius ${block} ${hex}`, () => this.api.overlay('command', this.side, block, hex)))?.layers ?? [];
  }

  /** The block behind a piece, as far as its face is known. */
  blockOf(id: string): number | null {
    return blockOfId(id) ?? this.knownBlock(id);
  }

  private knownBlock(id: string): number | null {
    const view = this.session.view as { blocks?: { seen: [number, number, number, number][] } } | null;
    const found = view?.blocks?.seen.find(([handle]) => `h${handle}` === id);
    return found && found[3] >= 0 ? found[3] : null;
  }

  odds(hex: number, rounds = 1): Answer<wire.Odds> {
    if (this.session.replayed) return { state: 'none' };
    return this.ofBattle(`odds ${rounds}`, hex, () => this.api.odds(hex, this.side, rounds));
  }

  /** Of a battle that a move would begin. */
  oddsOfMove(action: unknown, hex: number): Answer<wire.Odds> {
    const { api } = this.session;
    const { viewer } = this.session.state ?? {};
    if (!api || viewer === undefined || this.session.replayed) return { state: 'none' };
    return this.answer(`attack ${hex} ${JSON.stringify(action)}`, () => api.oddsOfMove(action, hex, viewer));
  }

  /** How the war stands away from the fronts. */
  get situation(): Answer<wire.Situation> {
    if (this.session.replayed) return { state: 'none' };
    return this.answer('situation', () => this.api.situation(this.side));
  }

  get landingSheet(): Answer<wire.LandingSheet> {
    if (this.session.replayed) return { state: 'none' };
    return this.answer('landings', () => this.api.landingSheet(this.side));
  }

  /** What a venture may bring that is no battle; without actions the landing that was ordered to the hex. */
  prospects(actions: readonly unknown[], wings: readonly number[] = [], hex = -1): Answer<wire.Prospects> {
    const { api, state, replayed } = this.session;
    if (!api || !state || replayed) return { state: 'none' };
    const asked = { actions: [...actions], wings: [...wings], hex, side: state.viewer };
    return this.answer(`prospects ${JSON.stringify(asked)}`, () => api.prospects(asked));
  }

  modifiers(hex: number): wire.Modifier[] {
    if (this.session.replayed) return [];
    return valueOf(this.ofBattle('modifiers', hex, () => this.api.modifiers(hex, this.side)))?.modifiers ?? [];
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
