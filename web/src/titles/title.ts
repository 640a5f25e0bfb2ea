/** What the client must know of a title to show it. Adapters read views and name things; they decide nothing. */
import { boxHex, centreOf, distance } from '../board/geometry';
import type { Piece } from '../board/types';
import { t } from '../i18n/index.svelte';
import { boxName, localised, type NameOf } from './localised';
import type { Board, BoardBlock, BoardPlace, Layer, LogLine, Modifier, PromptInfo, Thought } from '../wire';

const NUMBER = /^\d{4,}$/;
const FAR = 6;
const COUNTS = new Set(['victory', 'objective', 'fortress', 'base_blue', 'base_red']);
/** From east over south, an eighth and a sixteenth of the compass at a time. */
const WINDS = ['east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'north', 'northeast'];
const BETWEEN = ['east_southeast', 'south_southeast', 'south_southwest', 'west_southwest', 'west_northwest', 'north_northwest', 'north_northeast', 'east_northeast'];

/** Next to a place eight directions tell its neighbours apart; farther away sixteen are needed. */
function direction(from: { x: number; y: number }, to: { x: number; y: number }, hexes: number): string {
  const turn = Math.atan2(to.y - from.y, to.x - from.x) / (2 * Math.PI);
  if (hexes === 1) return WINDS[(Math.round(turn * 8) + 8) % 8]!;
  const sixteenth = (Math.round(turn * 16) + 16) % 16;
  return (sixteenth % 2 ? BETWEEN : WINDS)[sixteenth >> 1]!;
}

interface Nearest {
  place: number;
  hexes: number;
  direction: string;
  /** Whether another hex would be called the same. */
  isShared: boolean;
}

/** A title's board with its hexes and blocks by number, called as in the reader's language. */
export class BoardFacts {
  readonly board: Board;
  private readonly names = new Map<number, string>();
  readonly terrain = new Map<number, Board['hexes'][number]>();
  private readonly placed = new Map<number, BoardPlace[]>();
  private readonly called = new Map<string, number>();

  constructor(english: Board, names: NameOf = (name) => name) {
    for (const place of english.places) this.called.set(place.name, place.hex);
    const board = (this.board = localised(english, names));
    for (const place of board.places) this.placed.set(place.hex, [...(this.placed.get(place.hex) ?? []), place]);
    Object.keys(board.geometry.boxes).forEach((id, place) => this.names.set(boxHex(board.geometry, place), names(boxName(id))));
    for (const hex of board.hexes) {
      this.names.set(hex.hex, hex.name);
      this.terrain.set(hex.hex, hex);
    }
  }

  /** The hex of a place by its English name, which is what code knows. */
  hexCalled(name: string): number | null {
    return this.called.get(name) ?? null;
  }

  /** What people call a hex: its own name, or the nearest place and the direction from there; no two are called the same. */
  hexName(hex: number): string {
    const name = this.names.get(hex) ?? '';
    if (!NUMBER.test(name)) return name;
    const found = (this.nearest ??= this.findNearest()).get(hex);
    if (!found) return name;
    const words = { place: this.names.get(found.place) ?? '', hexes: found.hexes, direction: t(`direction.${found.direction}`), number: name };
    return t(found.isShared ? 'place.near_numbered' : found.hexes > 1 ? 'place.near_hexes' : 'place.near', words);
  }

  private nearest: Map<number, Nearest> | null = null;

  private findNearest(): Map<number, Nearest> {
    const { geometry, places, hexes } = this.board;
    const named = places.filter(({ hex }) => !NUMBER.test(this.names.get(hex) ?? '')).map(({ hex }) => ({ hex, worth: this.worth(hex) }));
    const found = new Map<number, Nearest>();
    const firstOf = new Map<string, number>();
    for (const { hex, name } of hexes) {
      if (!NUMBER.test(name)) continue;
      let place = -1;
      let least = Infinity;
      for (const one of named) {
        const away = distance(geometry, hex, one.hex) * 10 - one.worth;
        if (away < least) [place, least] = [one.hex, away];
      }
      const far = place < 0 ? Infinity : distance(geometry, hex, place);
      if (far > FAR) continue;
      const wind = direction(centreOf(geometry, place), centreOf(geometry, hex), far);
      const key = `${place} ${far} ${wind}`;
      const first = firstOf.get(key);
      if (first !== undefined) found.get(first)!.isShared = true;
      else firstOf.set(key, hex);
      found.set(hex, { place, hexes: far, direction: wind, isShared: first !== undefined });
    }
    return found;
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
  thoughtText(thought: Thought, facts: BoardFacts): string;
  refusalText(given: { because: string; values: Record<string, unknown>; text: string }, facts: BoardFacts): string;
  /** The overlay that shows where units may be set up; empty where there is none. */
  deploymentOverlay(): string;
  /** What a set-up must satisfy: a heading for each, and the names of the refusals that belong to it. */
  constraints(): { id: string; because: string[] }[];
  /** The action a click seems to mean, to ask why it is not allowed. */
  attempt(view: unknown, block: number, hex: number, prompt: string): unknown | null;
  battle(lines: readonly LogLine[], facts: BoardFacts): BattleFacts | null;
  overlays(): OverlayChoice[];
  /** Whether the title tells how the war stands away from the fronts. */
  hasStrategy(): boolean;
  powerLabel(power: number): string;
  layerText(layer: Layer, facts: BoardFacts): string;
  /** The colour of a layer, as a token. */
  layerToken(layer: Layer): string;
  groundText(layer: Layer, facts: BoardFacts): string;
  modifierText(modifier: Modifier, facts: BoardFacts): string;
  /** Whose hex it is, or null where nobody's or not known. */
  holder(view: unknown, hex: number): number | null;
  budget(view: unknown): number | null;
  /** The colours of points, where they have several. */
  colours(): readonly string[];
  /** Points of several colours, by power, where a title has them. */
  purses(view: unknown): Purse[];
  /** How the points came about that decided the game, the sum last; empty where none did. */
  scores(lines: readonly LogLine[]): ScoreRow[];
  deployment(placements: readonly Placement[], facts: BoardFacts): Piece[];
  deploymentStrengths(block: number, facts: BoardFacts): number[];
  isDeployment(prompt: PromptInfo | null): boolean;
  isProduction(prompt: PromptInfo | null): boolean;
  /** The standing order that would answer a question, where there is one. */
  orderFor(prompt: PromptInfo | null): string | null;
}
