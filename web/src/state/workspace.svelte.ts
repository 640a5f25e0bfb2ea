/** How one player has arranged the table: which panel lies open, what lies over the map, where he looks. */
import { tick } from 'svelte';
import type { Board } from '../board/board';
import type { Inset } from '../board/camera';
import { isOneMove, wayIn } from '../board/entry';
import type { Line } from '../board/front';
import { distance } from '../board/geometry';
import { frontOf, midmost } from '../board/stacks';
import { t } from '../i18n/index.svelte';
import { blockOfId, ownId } from '../titles/faces';
import { hasLandings, isVenture, SECOND_WAVE, STRATEGIC } from '../strategic/ventures';
import type { Choice, Layer } from '../wire';
import { DiceCup } from './dice.svelte';
import type { Lookout } from './lookout.svelte';
import type { GameSession } from './session.svelte';

export type Tab = 'orders' | 'battle' | 'production' | 'landing' | 'strategic' | 'deployment' | 'log' | 'forces' | 'sheet' | 'charts' | 'chat' | 'table';

/** Phones, and tablets held upright: the map has the whole width. */
const NARROW = '(max-width: 760px), (max-width: 1100px) and (orientation: portrait)';
/** Milliseconds over a hex after which one wants to know. */
const LOOK = 120;
const NEARBY = 5;
const MOST_PLANNED = 8;
const PANEL_WIDTH = 428;
/** Pixels around the card with the prompt. */
const PROMPT_GAP = 12;
/** On a small screen the tools of the map stand at its left edge. */
const NARROW_TOOLS = 52;
/** Tables are wide. */
const WIDE: readonly Tab[] = ['sheet'];
const WIDE_PANEL = 640;
/** The smallest scale at which blocks can be read, on a phone and elsewhere. */
const READABLE = { narrow: 1.1, wide: 0.6 };

export class Workspace {
  board = $state.raw<Board | null>(null);
  tab = $state<Tab>('orders');
  isOpen = $state(!window.matchMedia(NARROW).matches);
  hovered = $state<number | null>(null);
  private hoveredPiece = $state<string | null>(null);
  announced = $state('');
  /** The front line as the small map draws it, and the part of the sheet that is seen. */
  front = $state.raw<readonly Line[]>([]);
  seen = $state.raw<{ x: number; y: number; width: number; height: number } | null>(null);
  cardHeight = $state(0);

  readonly cup = new DiceCup();

  constructor(readonly session: GameSession) {}

  get lookout(): Lookout {
    return this.session.lookout;
  }

  get isNarrow(): boolean {
    return window.matchMedia(NARROW).matches;
  }

  get isProducing(): boolean {
    return Boolean(this.session.adapter()?.isProduction(this.session.state?.prompt ?? null));
  }

  get tabs(): Tab[] {
    const { session } = this;
    const adapter = session.adapter();
    const hasBudget = Boolean(adapter && session.view && (adapter.budget(session.view) !== null || adapter.purses(session.view).length));
    return [
      ...(session.isDeploying ? (['deployment'] as const) : []),
      'orders',
      'battle',
      ...(hasBudget || this.isProducing ? (['production'] as const) : []),
      ...(hasLandings(session) ? (['landing'] as const) : []),
      ...(adapter?.hasStrategy() ? (['strategic'] as const) : []),
      'log',
      'forces',
      'sheet',
      'charts',
      'chat',
      'table',
    ];
  }

  /** The panel that belongs to the decision, which comes forward by itself; not while a bot decides in one's place. */
  get wanted(): Tab | null {
    const { session } = this;
    if (session.mySeat?.taken_over) return null;
    if (session.isDeploying) return 'deployment';
    if (this.isProducing && session.isAsked) return 'production';
    if (session.isAsked && STRATEGIC.has(session.state?.prompt?.message ?? '')) return 'strategic';
    if (session.isAsked && session.state?.prompt?.message === SECOND_WAVE) return 'landing';
    return session.battle && !session.battle.isOver && session.isAsked ? 'battle' : null;
  }

  open(which: Tab): void {
    if (this.tab === which && this.isOpen) this.isOpen = false;
    else {
      this.tab = which;
      this.isOpen = true;
    }
  }

  /** While something is told the panel makes room. */
  get isPanelOpen(): boolean {
    return this.isOpen && this.session.telling.mode === 'none';
  }

  get panelWidth(): number {
    return WIDE.includes(this.tab) ? Math.min(WIDE_PANEL, window.innerWidth / 2) : PANEL_WIDTH;
  }

  /** How high the card with the prompt is; on a small screen it lies below the map. */
  promptHeight = $state(0);
  promptWidth = $state(0);

  /** Where the map is free below the card with the prompt. */
  get belowPrompt(): number {
    const isThere = !this.isNarrow && this.session.telling.mode !== 'playing';
    return isThere && this.promptHeight ? this.promptHeight + 2 * PROMPT_GAP : PROMPT_GAP;
  }

  /** What panels and cards cover of the map. */
  get insets(): Inset {
    const { mode } = this.session.telling;
    const top = this.isNarrow ? 0 : this.belowPrompt - PROMPT_GAP;
    if (mode === 'playing') return { top: 0, right: 0, bottom: this.isNarrow ? 300 : 110, left: 0 };
    if (mode === 'summary') return this.isNarrow ? { top: 0, right: 0, bottom: Math.max(0, window.innerHeight - 330), left: 0 } : { top, right: 680, bottom: 0, left: 0 };
    if (this.isNarrow) return { top: 0, right: 0, bottom: this.isOpen ? 0 : this.cardHeight, left: NARROW_TOOLS };
    return { top, right: this.isPanelOpen ? this.panelWidth : 0, bottom: 0, left: 0 };
  }

  /** The part of the map where the sides stand near each other, or else everything; on a small screen one's own part of it, or what lies midmost there. */
  fit(instantly = false): void {
    const { board, session, isNarrow } = this;
    const facts = session.facts();
    const front = facts ? frontOf(facts.board.geometry, session.pieces) : [];
    const mine = session.pieces.filter((piece) => piece.row === 'near' && front.includes(piece.hex)).map((piece) => piece.hex);
    const wanted = isNarrow && mine.length ? mine : front;
    const middle = facts && isNarrow && wanted.length ? midmost(facts.board.geometry, wanted) : undefined;
    board?.fit(wanted, isNarrow ? READABLE.narrow : READABLE.wide, instantly, middle);
  }

  /** Of these hexes those that lie near blocks of mine; far away one does not look. */
  nearMine(hexes: readonly number[]): number[] {
    const geometry = this.session.facts()?.board.geometry;
    const mine = new Set(this.session.pieces.filter((piece) => piece.row === 'near').map((piece) => piece.hex));
    if (!geometry || !mine.size) return [...hexes];
    return hexes.filter((hex) => hex >= 0 && [...mine].some((other) => distance(geometry, hex, other) <= NEARBY));
  }

  /** Whether blocks of the other side stand within two hexes. */
  nearEnemy(hex: number): boolean {
    const geometry = this.session.facts()?.board.geometry;
    return Boolean(geometry) && this.session.pieces.some((piece) => piece.row === 'far' && distance(geometry!, hex, piece.hex) <= 2);
  }

  isAimOpen = $state(false);
  /** The page of keys. */
  isHelpOpen = $state(false);

  /** Opens the list of orders and goes to what stands first in it. */
  toMap(): void {
    document.querySelector<HTMLElement>('.board')?.focus({ preventScroll: true });
  }

  private toOrders(): void {
    [this.tab, this.isOpen] = ['orders', true];
    void tick().then(() => document.querySelector<HTMLElement>('#panel-body button')?.focus());
  }
  /** Hexes the guide asks to click: nothing is laid over them. */
  asked = $state.raw<readonly number[]>([]);

  show(hex: number): void {
    this.board?.centreOn(hex);
  }

  nextUnit(): void {
    const { session } = this;
    const ids = session.groups.map((group) => ownId(group.block!)).filter((id) => session.pieces.some((piece) => piece.id === id));
    if (!ids.length) return;
    const next = ids[(ids.indexOf(session.selected ?? '') + 1) % ids.length]!;
    void session.select(next);
    this.showPiece(next);
  }

  showPiece(id: string): void {
    const piece = this.session.pieces.find((one) => one.id === id);
    if (!piece) return;
    this.board?.reveal(piece.hex);
    this.board?.moveCursor(piece.hex, false);
    this.announced = piece.label;
  }

  // ---- pointing at the map

  hover(hex: number | null, id: string | null, trail: readonly number[] | null): void {
    const isNew = hex !== this.hovered || trail !== null;
    if (hex !== null && hex !== this.hovered) this.cameFrom = this.hovered;
    this.hovered = hex;
    this.hoveredPiece = id;
    if (isNew) this.showWay(hex, trail ?? []);
    if (isNew) this.lookAtVenture(hex);
  }

  /** Where the selected block would go, while the pointer is over a hex that is open to it. */
  private showWay(hex: number | null, trail: readonly number[]): void {
    const { session, lookout } = this;
    const fitting = hex === null || !session.selected || session.isDeploying ? [] : session.fitting(hex, trail);
    const choice = hex === null ? undefined : (this.directOf(fitting) ?? fitting[0]);
    if (choice) void lookout.showWay(choice.action, trail.slice(1, -1));
    else lookout.hideWay();
    const entries = isOneMove(fitting) ? fitting.map(({ action }) => (action as { entry: number }).entry) : [];
    this.entries = entries.length && hex !== null ? { hex, entries, chosen: (choice!.action as { entry: number }).entry } : null;
    this.lookAtAttack(hex, choice);
  }

  /** The hex from which the pointer came. */
  private cameFrom: number | null = null;
  /** The sides over which the selected block may enter the hex under the pointer. */
  entries = $state.raw<{ hex: number; entries: number[]; chosen: number } | null>(null);
  /** An attack one only thinks of: its odds are shown. A finger has tapped on its target, and it waits for a word. */
  private thought = $state.raw<{ hex: number; block: number; from: number; action: unknown; isTapped: boolean } | null>(null);
  /** The attack that is thought of; one that was tapped, as long as its block is chosen and it can be ordered. */
  get attack(): typeof this.thought {
    const { thought, session } = this;
    return thought?.isTapped && !(session.isMine && session.selected === ownId(thought.block) && session.fitting(thought.hex).length) ? null : thought;
  }
  private attackTimer = 0;

  /** Where a move differs by the side it enters over alone: the side the pointer came over, else the direct way. */
  private directOf(fitting: readonly Choice[]): Choice | null {
    const geometry = this.session.facts()?.board.geometry;
    const origin = this.session.pieces.find((piece) => piece.id === this.session.selected)?.hex;
    return geometry && origin !== undefined && isOneMove(fitting) ? wayIn(fitting, geometry, origin, this.cameFrom) : null;
  }

  /** A passage, a landing, a raid or a reconnaissance one only thinks of: its prospects are shown. */
  venture = $state.raw<{ hex: number; action: unknown } | null>(null);
  private ventureTimer = 0;

  private lookAtVenture(hex: number | null): void {
    const { session } = this;
    clearTimeout(this.ventureTimer);
    const choice = hex === null || !session.isMine || session.isDeploying ? undefined : session.fitting(hex).find(({ action }) => isVenture(action));
    if (!choice || hex === null) this.venture = null;
    else this.ventureTimer = window.setTimeout(() => (this.venture = { hex, action: choice.action }), LOOK);
  }

  private lookAtAttack(hex: number | null, choice: Choice | undefined): void {
    clearTimeout(this.attackTimer);
    const attack = this.attackOf(hex, choice);
    if (attack) this.attackTimer = window.setTimeout(() => (this.thought = attack), LOOK);
    else this.thought = null;
  }

  /** A move as an attack; null where nobody stands in its way. */
  private attackOf(hex: number | null, choice: Choice | undefined, isTapped = false): typeof this.thought {
    const { session } = this;
    const piece = session.pieces.find((one) => one.id === session.selected);
    const isBattle = choice && !isVenture(choice.action) && session.pieces.some((one) => one.row === 'far' && one.hex === hex);
    const block = piece ? blockOfId(piece.id) : null;
    return isBattle && hex !== null && piece && block !== null ? { hex, block, from: piece.hex, action: choice.action, isTapped } : null;
  }

  /** The attack that was tapped is ordered. */
  goOn(): void {
    if (this.attack) this.choose(this.attack.hex);
  }

  notYet(): void {
    this.thought = null;
    this.lookout.hideWay();
  }

  /** The beach of the landing that is being planned. */
  landingTarget = $state<number | null>(null);

  private get isPlanningLanding(): boolean {
    return this.tab === 'landing' && this.isOpen && this.session.isMine;
  }

  /** Beaches that can be chosen. */
  private get beaches(): number[] {
    const sheet = this.isPlanningLanding ? this.lookout.landingSheet : null;
    return sheet?.state === 'known' ? sheet.value.beaches.map(({ hex }) => hex) : [];
  }

  /** The beaches as they lie over the map while a landing is planned. */
  private get landingLayers(): Layer[] {
    const { beaches, landingTarget: target } = this;
    const plain = { lines: [], side: -1, block: -1, value: -1, clause: '' };
    const all: Layer = { ...plain, name: 'landing_range', drawing: 'fill', hexes: beaches };
    return target === null ? [all] : [all, { ...plain, name: 'battles', drawing: 'ring', hexes: [target] }];
  }

  /** A click on a hex chooses it where it can be chosen; elsewhere it keeps the tooltip of the hex open. */
  clickHex(hex: number, isTouch = false): void {
    const { session, lookout } = this;
    if (session.selected === null && this.beaches.includes(hex)) {
      this.landingTarget = hex;
      return;
    }
    const isChoice = session.isMine && !session.isDeploying && (session.fitting(hex).length > 0 || session.selected !== null);
    if (isChoice) {
      lookout.pinned = null;
      // a finger hovers nowhere: it learns the odds before it attacks, and attacks with a second tap
      const fitting = session.fitting(hex);
      const tapped = isTouch && this.attack?.hex !== hex ? this.attackOf(hex, this.directOf(fitting) ?? fitting[0], true) : null;
      if (tapped) {
        this.thought = tapped;
        void lookout.showWay(tapped.action, []);
      } else this.choose(hex);
    } else {
      lookout.pinned = lookout.pinned === hex ? null : hex;
    }
  }

  /** Goes to a hex over the direct side; asks only where moves differ in more than that. */
  private choose(hex: number): void {
    const direct = this.directOf(this.session.fitting(hex));
    this.thought = this.entries = this.venture = null;
    if (direct) void this.session.submit(direct);
    else void this.session.chooseHex(hex);
  }

  /** A block was dragged to a hex. */
  async drop(id: string, hex: number, trail: readonly number[]): Promise<void> {
    const { session } = this;
    this.thought = this.entries = null;
    if (!session.isDeploying && session.selected === id) {
      const direct = this.directOf(session.fitting(hex, trail));
      if (direct) return session.submit(direct);
    }
    return session.drop(id, hex, trail);
  }

  escape(): void {
    this.thought = this.entries = this.venture = null;
    this.isAimOpen = false;
    this.lookout.pinned = null;
    void this.session.select(null);
  }

  /** What lies under the pointer, as the lines of tables name it: the ground of the hex, its places, the unit. */
  get subjects(): ReadonlySet<string> {
    const { session, lookout, hovered } = this;
    const facts = session.facts();
    const found = new Set<string>();
    const hex = lookout.pinned ?? hovered;
    if (!facts) return found;
    if (hex !== null && facts.terrain.has(hex)) {
      found.add(`terrain:${facts.terrain.get(hex)!.terrain || 'clear'}`);
      for (const { kind, tags } of facts.placesAt(hex)) {
        for (const name of [kind, ...tags]) found.add(`terrain:${name}`);
        if (kind === 'major' || kind === 'capital') found.add('terrain:major_city').add('terrain:major');
      }
      for (const layer of lookout.groundOf(hex)) if (layer.name === 'river' || layer.name === 'bunker') found.add(`terrain:${layer.name}`);
    }
    const piece = this.hoveredPiece ?? session.selected;
    const block = piece === null ? null : facts.block(lookout.blockOf(piece) ?? -1);
    if (block) found.add(`unit:${block.type}`).add(`power:${block.nation}`);
    return found;
  }

  /** The overlay that is laid over the map. */
  get layers(): readonly Layer[] {
    const { session, lookout } = this;
    const places = session.isDeploying && session.selected && !lookout.laid.length ? session.adapter()?.deploymentOverlay() : '';
    const laid = places ? (lookout.overlay(places)?.layers ?? []) : lookout.laid.flatMap((one) => one.layers);
    return this.isPlanningLanding ? [...laid, ...this.landingLayers] : laid;
  }

  /** What the headquarters under the pointer commands; that of the selected one as it would be where the pointer is. */
  get radius(): readonly Layer[] {
    const { session, lookout, hovered } = this;
    const selected = session.pieces.find((piece) => piece.id === session.selected);
    if (selected?.isHeadquarters && !this.hoveredPiece) {
      const isTarget = hovered !== null && session.highlights.hexes.get(hovered) === 'target';
      return lookout.radiusOf(selected.id, isTarget ? hovered : null);
    }
    return lookout.radiusOf(this.hoveredPiece ?? session.selected, null);
  }

  /** Battles that are planned or wait, each with the chance that the hex is taken; null while that is reckoned. */
  get plannedOdds(): { hex: number; chance: number | null; exact: boolean }[] {
    const { session, lookout } = this;
    if (!session.isMine || session.isDeploying || this.isProducing || session.telling.stage) return [];
    return session.contested.slice(0, MOST_PLANNED).map((hex) => {
      const odds = lookout.oddsOf(hex);
      return { hex, chance: odds?.rounds[0]?.clears ?? null, exact: odds?.exact ?? false };
    });
  }

  /** Says aloud what lies under the keyboard's cursor. */
  describe(hex: number): void {
    const { session } = this;
    this.hover(hex, null, null);
    const here = session.pieces.filter((piece) => piece.hex === hex).map((piece) => piece.label);
    const facts = session.facts();
    const place = facts?.terrain.get(hex);
    const isTarget = session.highlights.hexes.get(hex) === 'target';
    const ground = place ? `${facts!.hexName(hex)}, ${t(`terrain.${place.terrain || 'clear'}`)}` : t('place.sea');
    const adapter = session.adapter();
    const holder = adapter && session.view ? adapter.holder(session.view, hex) : null;
    const held = adapter && holder !== null ? t('map.held_by', { side: adapter.sideLabel(holder) }) : '';
    const who = here.length ? here : place ? [t('map.empty')] : [];
    const said = [ground, held, isTarget ? t('map.is_target') : '', ...who].filter(Boolean).join('. ');
    this.announced = said === this.announced ? `${said}\u00a0` : said; // the same words again are read out only if something differs
  }

  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select') || target.closest('dialog')) return;
    if (event.key === 'n') this.nextUnit();
    else if (event.key === '?') this.isHelpOpen = true;
    else if (event.key === 'e') document.querySelector<HTMLElement>('.prompt [data-action^=end]')?.focus();
    else if (event.key === 'm') this.toMap();
    else if (event.key === 'o') this.toOrders();
    else if (event.key === 'a') this.isAimOpen = !this.isAimOpen;
    else if (event.key === 'b') this.open('sheet');
    else if (event.key === 'f') this.open('forces');
    else if (event.key === 'u') void (this.session.isDeploying ? this.session.deployment.undo() : this.session.undo());
    else if (event.key === 'i') this.lookout.pinned = this.lookout.pinned === this.hovered ? null : this.hovered;
    else if (event.key === 'Escape') this.escape();
    else return;
    event.preventDefault();
  }
}
