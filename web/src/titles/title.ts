/** What the client must know of a title to show it. Adapters read views and name things; they decide nothing. */
import { boxHex, centreOf, distance } from '../board/geometry';
import type { Piece } from '../board/types';
import { t } from '../i18n/index.svelte';
import type { Board, BoardBlock, BoardPlace, Layer, LogLine, Modifier, PromptInfo } from '../wire';

const NUMBER = /^\d{4,}$/;
const FAR = 6;
const COUNTS = new Set(['victory', 'objective', 'fortress', 'base_blue', 'base_red']);
const WINDS = ['east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'north', 'northeast'];

function direction(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const eighth = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4));
  return WINDS[(eighth + 8) % 8]!;
}

function boxName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
}

/** A title's board with its hexes and blocks by number. */
export class BoardFacts {
  private readonly names = new Map<number, string>();
  readonly terrain = new Map<number, Board['hexes'][number]>();

  private readonly placed = new Map<number, BoardPlace[]>();

  constructor(readonly board: Board) {
    for (const place of board.places) this.placed.set(place.hex, [...(this.placed.get(place.hex) ?? []), place]);
    Object.keys(board.geometry.boxes).forEach((id, place) => this.names.set(boxHex(board.geometry, place), boxName(id)));
    for (const hex of board.hexes) {
      this.names.set(hex.hex, hex.name);
      this.terrain.set(hex.hex, hex);
    }
  }

  /** What people call a hex: its own name, or the nearest place and the direction from there; maps show no numbers. */
  hexName(hex: number): string {
    const name = this.names.get(hex) ?? '';
    return NUMBER.test(name) ? this.nearby(hex, name) : name;
  }

  private readonly nearest = new Map<number, { place: number; direction: string } | null>();

  private nearby(hex: number, number: string): string {
    const { geometry } = this.board;
    let found = this.nearest.get(hex);
    if (found === undefined) {
      const named = this.board.places.filter((place) => !NUMBER.test(this.names.get(place.hex) ?? ''));
      const away = (place: BoardPlace): number => distance(geometry, hex, place.hex) * 10 - this.worth(place.hex);
      const place = named.reduce<BoardPlace | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
      found = place && distance(geometry, hex, place.hex) <= FAR ? { place: place.hex, direction: direction(centreOf(geometry, place.hex), centreOf(geometry, hex)) } : null;
      this.nearest.set(hex, found);
    }
    return found ? t('place.near', { place: this.names.get(found.place) ?? '', direction: t(`direction.${found.direction}`) }) : number;
  }

  /** What a place is worth in a story: 2 where it counts for somebody, 1 for a town of name, 0 for others. */
  worth(hex: number): number {
    const here = this.placesAt(hex);
    if (this.productionAt(hex) > 0 || here.some(({ kind, tags }) => kind === 'major' || kind === 'capital' || tags.some((tag) => COUNTS.has(tag)))) return 2;
    return here.some(({ kind }) => kind === 'minor') ? 1 : 0;
  }

  placesAt(hex: number): BoardPlace[] {
    return this.placed.get(hex) ?? [];
  }

  hasPort(hex: number): boolean {
    return this.board.ports.some((port) => port.hex === hex);
  }

  productionAt(hex: number): number {
    return this.board.production.filter((site) => site.hex === hex).reduce((sum, site) => sum + site.value, 0);
  }

  block(number: number): BoardBlock | null {
    return this.board.blocks[number] ?? null;
  }

  /** Places and named hexes that begin or continue with what was typed. */
  find(text: string): { hex: number; name: string }[] {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return [];
    const all = [...this.names].map(([hex, name]) => ({ hex, name }));
    const starts = all.filter(({ name }) => name.toLowerCase().startsWith(wanted));
    const holds = all.filter(({ name }) => !name.toLowerCase().startsWith(wanted) && name.toLowerCase().includes(wanted));
    return [...starts, ...holds].slice(0, 8);
  }
}

export interface PhaseStep {
  label: string;
  state: 'done' | 'now' | 'later';
}

export interface TurnFacts {
  date: string;
  weather: string;
  weatherSign: 'dry' | 'mud' | 'snow' | '';
  side: string;
  sideNumber: number;
  steps: PhaseStep[];
}

/** A battle as the log tells it: the round that is running, or the last one that was fought. */
export interface BattleFacts {
  hex: number;
  isOver: boolean;
  activeSide: number;
  isSupported: boolean;
  isAssault: boolean;
  rolls: BattleRoll[];
}

export interface BattleRoll {
  line: number;
  side: number;
  kind: string;
  shooter: string;
  faces: number[];
  lowest: number;
  hits: number;
  repulses: number;
  /** Highest face that throws an attacker back; 0 where none does. */
  repulsedOn: number;
  /** The lowest hit of each die, where they differ. */
  lowestOf?: number[];
  consequences: string[];
}

export interface Purse {
  name: string;
  points: { colour: string; label: string; value: number }[];
}

/** An item of the count that decided a game, with its points for each side. */
export interface ScoreRow {
  id: string;
  /** The place that counts, where the row is one's; else the row is called by its id. */
  hex?: number;
  points: (number | null)[];
}

export interface OverlayChoice {
  id: string;
  label: string;
}

/** One placement of a deployment: block, strength, hex. */
export type Placement = [block: number, strength: number, hex: number];

export interface TitleAdapter {
  sideLabel(side: number): string;
  pieces(view: unknown, facts: BoardFacts): Piece[];
  /** Blocks of the viewer's that are off the map, such as the eliminated. */
  turn(view: unknown): TurnFacts | null;
  prompt(prompt: PromptInfo, facts: BoardFacts): string;
  actionText(action: unknown, serverText: string, facts: BoardFacts): string;
  eventText(line: LogLine, facts: BoardFacts): string;
  refusalText(given: { because: string; values: Record<string, unknown>; text: string }, facts: BoardFacts): string;
  /** The overlay that shows where units may be set up; empty where there is none. */
  deploymentOverlay(): string;
  /** What a set-up must satisfy: a heading for each, and the names of the refusals that belong to it. */
  constraints(): { id: string; because: string[] }[];
  /** The action a click seems to mean, to ask why it is not allowed. */
  attempt(view: unknown, block: number, hex: number): unknown | null;
  battle(lines: readonly LogLine[], facts: BoardFacts): BattleFacts | null;
  overlays(): OverlayChoice[];
  layerText(layer: Layer, facts: BoardFacts): string;
  /** The colour of a layer, as a token. */
  layerToken(layer: Layer): string;
  groundText(layer: Layer, facts: BoardFacts): string;
  modifierText(modifier: Modifier, facts: BoardFacts): string;
  /** Whose hex it is, or null where nobody's or not known. */
  holder(view: unknown, hex: number): number | null;
  budget(view: unknown): number | null;
  /** Points of several colours, by power, where a title has them. */
  purses(view: unknown): Purse[];
  /** How the points came about that decided the game, the sum last; empty where none did. */
  scores(lines: readonly LogLine[]): ScoreRow[];
  deployment(placements: readonly Placement[], facts: BoardFacts): Piece[];
  deploymentStrengths(block: number, facts: BoardFacts): number[];
  isDeployment(prompt: PromptInfo | null): boolean;
  isProduction(prompt: PromptInfo | null): boolean;
}
