/** A game at the table: what the server said last, what is selected, and what can be chosen. */
import type { HexMark, Highlights, Piece } from '../board/types';
import { has, t } from '../i18n/index.svelte';
import { plainText } from '../i18n/rich';
import { ApiError, SeatApi } from '../net/api';
import { PeopleApi } from '../net/people';
import { RecordsApi } from '../net/records';
import { GameSocket } from '../net/socket';
import { blockOfId, byTrail, ownId } from '../titles/faces';
import type { BattleFacts, BoardFacts, TitleAdapter } from '../titles/title';
import { truePieces } from '../titles/truth';
import type * as wire from '../wire';
import { ChatRoom } from './chat.svelte';
import { TeamTalk } from './team.svelte';
import { Deployment } from './deployment.svelte';
import { NoteBook } from './notes.svelte';
import { Lookout } from './lookout.svelte';
import { Telling } from '../stage/telling.svelte';
import { Replay } from './replay.svelte';
import { forget, remember, remembered } from './storage';

export interface Notice {
  text: string;
  clause: string;
  kind: 'why' | 'problem';
}

/** Questions in which aircraft fly to battles or to other bases. */
const AIR_PHASES = ['AirMovement', 'Reaction'];
const ASK_AGAIN = 1500;
/** Milliseconds for which a failure is shown. */
const SHOWN = 12_000;

export class GameSession {
  state = $state.raw<wire.GameState | null>(null);
  lines = $state.raw<wire.LogLine[]>([]);
  legal = $state.raw<wire.Legal | null>(null);
  seats = $state.raw<wire.SeatInfo[]>([]);
  isConnected = $state(false);
  isBusy = $state(false);
  refused = $state<string | null>(null);
  selected = $state<string | null>(null);
  choices = $state.raw<wire.Choice[]>([]);
  chooser = $state.raw<{ hex: number; choices: wire.Choice[] } | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** A moment of the past that is shown instead of the present; several views are those of all sides. */
  replayed = $state.raw<{ line: number; views: unknown[] } | null>(null);
  /** A seat of several sides has handed over, and nothing is shown until the next player is there. */
  handOverTo = $state<number | null>(null);

  private readonly socket: GameSocket;
  private readonly seatApi: SeatApi;
  private readonly peopleApi: PeopleApi;
  readonly chat: ChatRoom;
  readonly team: TeamTalk;
  /** The hex that was chosen last, whatever came of it. */
  lastHex = $state<number | null>(null);
  readonly lookout: Lookout;
  readonly notes: NoteBook;
  readonly deployment: Deployment;
  readonly replay: Replay;
  readonly telling: Telling;
  /** I took my own offer to end back: nobody declined it. */
  hasTakenBack = false;
  private asked = -1;
  private isClosed = false;

  constructor(
    readonly game: string,
    private readonly token: string | null,
    readonly adapter: () => TitleAdapter | null,
    readonly facts: () => BoardFacts | null,
  ) {
    this.seatApi = new SeatApi(game, token ?? '');
    this.peopleApi = new PeopleApi(game, token ?? '');
    this.chat = new ChatRoom(this);
    this.team = new TeamTalk(this);
    this.lookout = new Lookout(this, token);
    this.notes = new NoteBook(this);
    this.deployment = new Deployment(this);
    const records = new RecordsApi(game, token);
    this.replay = new Replay(this, records);
    this.telling = new Telling(this, records);
    this.socket = new GameSocket(game, token, {
      update: (update) => this.update(update),
      said: (line) => this.chat.heard(line),
      teamSaid: (line) => this.team.heard(line),
      seats: (seats) => (this.seats = seats),
      connected: (isConnected) => (this.isConnected = isConnected),
      refused: (problem) => (this.refused = problem.message),
    }, () => ({ side: this.state?.viewer ?? null, logFrom: this.lines.length }));
  }

  /** Whether this is a seat, by its token or by the logged-in account; else the viewer is a spectator. */
  private get hasSeat(): boolean {
    return this.token !== null || (this.state?.seat ?? null) !== null;
  }

  get api(): SeatApi | null {
    return this.hasSeat ? this.seatApi : null;
  }

  get people(): PeopleApi | null {
    return this.hasSeat ? this.peopleApi : null;
  }

  // ---- what came from the server

  /** A state that came as an answer; what it changed for others comes to them as updates. */
  accept(state: wire.GameState | undefined): void {
    if (state && this.handOverTo === null) this.state = state;
  }

  private update(update: wire.UpdateMessage): void {
    this.lines = [...this.lines.filter((line) => line.number < update.log_from), ...update.lines];
    this.state = update.state;
    this.lookout.refresh(update.state);
    this.seats = update.state.info.seats;
    this.refused = null;
    this.noticeHandOver(update.state);
    if (this.asked !== update.state.decision || !update.state.my_decision) this.forgetChoices();
    if (update.state.my_decision) {
      if (update.legal) this.offer(update.legal);
      else void this.loadLegal();
    }
    if (this.handOverTo === null && this.mySides.length < 2) this.telling.hear(update.state);
    void this.chat.load();
    void this.team.load();
    if (this.handOverTo === null) void this.notes.load();
  }

  private forgetChoices(): void {
    this.legal = null;
    this.selected = null;
    this.choices = [];
    this.chooser = null;
    this.deployment.forget();
  }

  /** The sides of this seat; more than one when people share a screen, or play both sides. */
  get mySides(): number[] {
    return this.mySeat?.sides ?? [];
  }

  /** Null for spectators. */
  get mySeat(): wire.SeatInfo | null {
    return this.seats.find((one) => one.seat === this.state?.seat) ?? null;
  }

  private noticeHandOver(state: wire.GameState): void {
    const due = state.to_act.find((side) => side !== state.viewer && this.mySides.includes(side));
    if (this.mySides.length < 2) return;
    if (!state.my_decision && due !== undefined) {
      this.handOverTo = due;
      remember(this.coverName, 'covered');
    } else if (this.handOverTo === null && remembered(this.coverName)) {
      this.handOverTo = state.viewer; // the page was loaded anew before the next player was there
    }
  }

  private get coverName(): string {
    return `cover.${this.game}`;
  }

  async takeOver(): Promise<void> {
    const side = this.handOverTo;
    if (side === null) return;
    this.lines = [];
    this.forgetChoices();
    await this.try(() => this.socket.request({ type: 'look_as', side }));
    this.handOverTo = null;
    forget(this.coverName);
  }

  private async loadLegal(): Promise<void> {
    const { state } = this;
    if (!state || !this.api || this.asked === state.decision && this.legal) return;
    this.asked = state.decision;
    try {
      const legal = await this.api.legal(state.viewer);
      if (this.state?.decision === legal.decision) {
        this.offer(legal);
        return;
      }
    } catch (error) {
      this.problem(error);
    }
    window.setTimeout(() => this.askAgain(state.decision), ASK_AGAIN);
  }

  private offer(legal: wire.Legal): void {
    const isKnown = this.asked === legal.decision && this.legal !== null;
    this.asked = legal.decision;
    this.legal = legal;
    if (isKnown) return;
    if (this.selected) void this.select(this.selected); // chosen while the choices were on their way
    else this.selectOnlyOne();
  }

  /** Asks for the choices of a decision if they have not arrived; else the player would wait for ever. */
  private askAgain(decision: number): void {
    const { state } = this;
    if (!this.isClosed && state?.my_decision && state.decision === decision && !this.legal) void this.loadLegal();
  }

  /** If only one block can act, it is selected. */
  private selectOnlyOne(): void {
    const groups = this.legal?.groups ?? [];
    const only = groups.length === 1 ? groups[0] : undefined;
    if (only && only.block !== null) void this.select(ownId(only.block));
  }

  // ---- what is shown

  get view(): unknown {
    return this.replayed?.views[0] ?? this.telling.view ?? this.state?.view ?? null;
  }

  /** Whether I have to decide; my choices may still be loading. */
  get isAsked(): boolean {
    return Boolean(this.state?.my_decision && !this.replayed && !this.telling.isPlaying && this.handOverTo === null);
  }

  get isMine(): boolean {
    return this.isAsked && this.legal !== null;
  }

  get isDeploying(): boolean {
    return this.isMine && Boolean(this.adapter()?.isDeployment(this.state?.prompt ?? null));
  }

  get pieces(): Piece[] {
    const [adapter, facts] = [this.adapter(), this.facts()];
    if (!this.view || !adapter || !facts || this.handOverTo !== null) return [];
    const views = this.replayed?.views ?? [];
    const shown = views.length > 1 ? truePieces(adapter, views, facts) : adapter.pieces(this.view, facts);
    const { placements } = this.deployment;
    if (this.telling.isPlaying) return this.telling.arranged(shown);
    if (!this.isDeploying || !placements.length) return shown;
    const placed = adapter.deployment(placements, facts);
    const ids = new Set(placed.map((piece) => piece.id));
    return [...shown.filter((piece) => !ids.has(piece.id)), ...placed];
  }

  get battle(): BattleFacts | null {
    const [adapter, facts] = [this.adapter(), this.facts()];
    return adapter && facts ? adapter.battle(this.lines, facts) : null;
  }

  /** Choices that belong to no block: ending a phase, choosing a battle. */
  get common(): wire.Choice[] {
    return this.legal?.groups.find((group) => group.block === null)?.choices ?? [];
  }

  get groups(): wire.ChoiceGroup[] {
    return (this.legal?.groups ?? []).filter((group) => group.block !== null);
  }

  get highlights(): Highlights {
    const hexes = new Map<number, HexMark>();
    for (const hex of this.contested) hexes.set(hex, 'battle');
    for (const hex of this.team.pointed) hexes.set(hex, 'warning');
    if (!this.isMine) return { choosable: new Set(), selected: null, hexes };
    if (this.isDeploying) {
      for (const { values } of this.deployment.problems) if (typeof values.hex === 'number') hexes.set(values.hex, 'warning');
      return { choosable: this.deployment.ids, selected: this.selected, hexes };
    }
    const choosable = new Set(this.groups.map((group) => ownId(group.block!)));
    for (const hex of this.targets()) hexes.set(hex, 'target');
    return { choosable, selected: this.selected, hexes };
  }

  /** Hexes in which both sides stand, as far as I see. */
  get contested(): number[] {
    const rows = new Map<number, Set<string>>();
    for (const piece of this.pieces) rows.set(piece.hex, (rows.get(piece.hex) ?? new Set()).add(piece.row));
    return [...rows].filter(([, found]) => found.size > 1).map(([hex]) => hex);
  }

  private targets(): number[] {
    const offered = this.selected ? this.choices : this.common;
    return offered.map((choice) => choice.hex).filter((hex): hex is number => hex !== null && hex !== undefined);
  }

  // ---- choosing

  async select(id: string | null): Promise<void> {
    this.chooser = null;
    this.notice = null;
    this.selected = id;
    this.choices = [];
    const block = id === null ? null : blockOfId(id);
    const group = this.groups.find((one) => one.block === block);
    if (!group || block === null || !this.api || !this.state) return;
    if (group.choices.length) {
      this.choices = this.missionsFirst(group.choices);
      return;
    }
    try {
      const asked = await this.api.legal(this.state.viewer, block);
      if (this.selected === id && asked.decision === this.state.decision) this.choices = this.missionsFirst(asked.groups[0]?.choices ?? []);
    } catch (error) {
      this.problem(error);
    }
  }

  async choosePiece(id: string): Promise<void> {
    const block = blockOfId(id);
    if (this.isDeploying || !this.isMine) {
      this.selected = this.selected === id ? null : id;
      return;
    }
    if (this.selected === id) {
      await this.select(null);
      return;
    }
    const mine = this.selected === null ? null : blockOfId(this.selected);
    if (block === null && mine !== null && this.choices.length) {
      await this.explain(mine, this.pieces.find((one) => one.id === id)!.hex);
      return;
    }
    const group = this.groups.find((one) => one.block === block);
    const only = group?.count === 1 && group.hexes.length === 0 ? group.choices[0] : undefined;
    if (only) {
      await this.submit(only);
      return;
    }
    const piece = this.pieces.find((one) => one.id === id);
    await this.select(id);
    if (!group && block !== null && piece) await this.explain(block, piece.hex);
  }

  /** The choices for a hex, given the way along which the block was dragged there. */
  fitting(hex: number, trail: readonly number[] = []): wire.Choice[] {
    const offered = this.selected ? this.choices : this.common;
    return byTrail(offered.filter((choice) => choice.hex === hex), trail);
  }

  async chooseHex(hex: number, trail: readonly number[] = []): Promise<void> {
    this.lastHex = hex;
    if (!this.isMine) return;
    if (this.isDeploying) {
      if (this.selected) await this.drop(this.selected, hex);
      return;
    }
    const fitting = this.fitting(hex, trail);
    if (fitting.length === 1) await this.submit(fitting[0]!);
    else if (fitting.length > 1) this.chooser = { hex, choices: fitting };
    else if (this.selected && blockOfId(this.selected) !== null && this.choices.length) {
      await this.explain(blockOfId(this.selected)!, hex);
    } else {
      await this.select(null);
    }
  }

  async drop(id: string, hex: number, trail: readonly number[] = []): Promise<void> {
    const block = blockOfId(id);
    if (block === null) return;
    if (this.isDeploying) {
      await this.deployment.put(block, hex);
      return;
    }
    if (this.selected !== id || !this.choices.length) await this.select(id);
    await this.chooseHex(hex, trail);
  }

  /** Whether an air unit would fly to fight (`mission`) or to another airfield (`base`); null for all other orders. */
  flightOf({ action }: { action: unknown }): 'mission' | 'base' | null {
    const { type, to } = action as { type?: string; to?: number };
    if (type !== 'fly' || !AIR_PHASES.includes(this.state?.prompt?.message ?? '')) return null;
    return this.pieces.some((piece) => piece.row === 'far' && piece.hex === to) ? 'mission' : 'base';
  }

  /** Orders as given, but airfields last, since an air unit is mostly selected to fight. */
  private missionsFirst(choices: wire.Choice[]): wire.Choice[] {
    const isBase = (choice: wire.Choice): boolean => this.flightOf(choice) === 'base';
    return [...choices.filter((choice) => !isBase(choice)), ...choices.filter(isBase)];
  }

  /** A choice in words; the choice that ends a phase is named by what it does there. */
  textOf(choice: { action: unknown; text: string }): string {
    const [adapter, facts] = [this.adapter(), this.facts()];
    const ending = `ending.${this.state?.prompt?.message ?? ''}`;
    const { type, block, to } = choice.action as { type?: string; block?: number; to?: number };
    if (type === 'end' && has(ending)) return t(ending);
    const flight = this.flightOf(choice);
    if (flight && facts) return t(`series.fly.${flight}`, { block: facts.block(block ?? -1)?.name ?? '', to: facts.hexName(to ?? -1) });
    return adapter && facts ? plainText(adapter.actionText(choice.action, choice.text, facts)) : choice.text;
  }

  /** Leaves a kind of question to the machine from now on, the one that is asked among them. */
  async giveOrder(order: string): Promise<void> {
    const { state, api } = this;
    if (!state || !api) return;
    await this.try(async () => this.accept(await api.standingOrders([...state.standing_orders, order], state.viewer)));
  }

  /** Ask the server why a click does nothing. */
  private async explain(block: number, hex: number): Promise<void> {
    const action = this.adapter()?.attempt(this.view, block, hex, this.state?.prompt?.message ?? '');
    if (!action || !this.api || !this.state) return;
    try {
      const answer = await this.api.whyNot(action, this.state.viewer);
      if (!answer.allowed) this.notice = { text: this.refusal(answer), clause: answer.clause, kind: 'why' };
    } catch (error) {
      this.problem(error);
    }
  }

  async submit(choice: { action: unknown }): Promise<void> {
    const { state } = this;
    if (!state || this.isBusy) return;
    this.chooser = null;
    this.notice = null;
    this.takenBack = [];
    this.isBusy = true;
    await this.try(() => this.socket.request({ type: 'submit', action: choice.action, decision: state.decision, side: state.viewer }));
    this.isBusy = false;
  }

  /** The actions taken back last, for redo. */
  private takenBack = $state.raw<unknown[]>([]);

  get canRedo(): boolean {
    return this.isMine && this.takenBack.length > 0;
  }

  get canReset(): boolean {
    return Boolean(this.state?.can_undo && this.state.undo_to !== null);
  }

  async undo(): Promise<void> {
    if (this.state?.can_undo) await this.takeBack(null);
  }

  /** Back to the beginning of my turn, or as far as that is allowed. */
  async reset(): Promise<void> {
    if (this.canReset) await this.takeBack(this.state?.undo_to ?? null);
  }

  private async takeBack(to: number | null): Promise<void> {
    const { state, api } = this;
    if (!state || !api || this.isBusy) return;
    this.isBusy = true;
    await this.try(async () => {
      const { actions } = await api.undo(state.decision, state.viewer, to);
      this.takenBack = [...actions, ...(to === null ? this.takenBack : [])];
    });
    this.isBusy = false;
  }

  async redo(): Promise<void> {
    const [next, ...rest] = this.takenBack;
    if (next === undefined || this.isBusy) return;
    await this.submit({ action: next });
    this.takenBack = rest;
  }

  /** Several actions one after the other, until one is refused. */
  async submitAll(actions: readonly unknown[]): Promise<void> {
    for (const action of actions) {
      await this.submit({ action });
      if (this.notice?.kind === 'problem') return;
    }
  }

  async say(text: string): Promise<void> {
    await this.try(() => this.socket.request({ type: 'say', text }));
  }

  private async try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.problem(error);
    }
  }

  problem(error: unknown): void {
    const problem = error instanceof ApiError ? error.problem : null;
    const text = problem?.because ? this.refusal({ because: problem.because, values: problem.values ?? {}, text: problem.message }) : problem?.message;
    const notice: Notice = { text: text ?? String(error), clause: problem?.clause ?? '', kind: 'problem' };
    this.notice = notice;
    setTimeout(() => this.notice === notice && (this.notice = null), SHOWN);
  }

  /** A refusal in the reader's language. */
  refusal(given: { because: string; values: Record<string, unknown>; text: string }): string {
    const [adapter, facts] = [this.adapter(), this.facts()];
    return adapter && facts ? plainText(adapter.refusalText(given, facts)) : given.text;
  }

  // ---- looking back

  async lookBack(line: number | null): Promise<void> {
    await this.replay.look(line);
  }

  destroy(): void {
    this.isClosed = true;
    this.replay.pause();
    this.telling.leave();
    this.socket.close();
  }
}
