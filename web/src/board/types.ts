/** What the board is told to draw and what it tells back. Nothing here knows a rule. */
import type { SheetGeometry } from '../wire';

/** Hexes of a sheet, and the boxes beside the map, by their middles, where there are any. */
type Boxes = 'box_width' | 'box_height' | 'boxes';
export type Geometry = Omit<SheetGeometry, Boxes> & Partial<Pick<SheetGeometry, Boxes>>;

export interface Point {
  x: number;
  y: number;
}

export type UnitSymbol =
  | 'armor'
  | 'mech'
  | 'infantry'
  | 'cavalry'
  | 'shock'
  | 'para'
  | 'mountain'
  | 'coastal'
  | 'static'
  | 'artillery'
  | 'hq'
  | 'air'
  | 'naval'
  | 'motorised'
  | 'motorised_marine'
  | 'strategic_air'
  | 'redoubt'
  | 'submarine'
  | 'unit';

export type CornerSign =
  | 'cross'
  | 'star'
  | 'disc'
  | 'square'
  | 'diamond'
  | 'triangle'
  | 'ring'
  | 'bar'
  | 'roundel'
  | 'ringed_star'
  | 'leaf'
  | 'pales'
  | 'double_cross'
  | 'lying_bars'
  | 'chevron'
  | 'half'
  | 'hexagon'
  | 'bastion'
  | 'waves';

export type StateSign = 'unsupplied' | 'engaged' | 'moved' | 'active' | 'blitz' | 'fired' | 'rearguard' | 'fresh' | 'flying' | 'half_hit';

/** Face of a block. `strength` stands on the upper edge: a number, or a Roman numeral for a headquarters. */
export interface Face {
  symbol: UnitSymbol;
  strength: string;
  steps: number;
  maxSteps: number;
  name: string;
  elite: boolean;
  /** Colour of each step from the last up, where a title tells them apart. */
  colours?: readonly string[];
}

export interface Piece {
  id: string;
  hex: number;
  nation: string;
  sign: CornerSign;
  side: number;
  /** Of a nation that fights beside the first of its side. */
  isAlly?: boolean;
  /** The pencilled slip on the back of a block known from battle: strength and kind. */
  slip?: string;
  /** Own blocks and those turned up show their face, remembered ones a slip on their back, others their back. */
  facing: 'face' | 'remembered' | 'back';
  face?: Face;
  states: StateSign[];
  /** Where sides meet, each has a row of its own; the viewer's row is the nearer one. */
  row: 'near' | 'far';
  label: string;
  isHeadquarters?: boolean;
}

export type HexMark = 'target' | 'battle' | 'choice' | 'origin' | 'warning';

export interface Highlights {
  /** Pieces that may be chosen. */
  choosable: ReadonlySet<string>;
  selected: string | null;
  hexes: ReadonlyMap<number, HexMark>;
}

/** Something laid over hexes or drawn between them, in a colour token such as `--side-0`. */
export interface Tint {
  drawing: 'fill' | 'hatch' | 'ring' | 'track' | 'border';
  token: string;
  hexes: readonly number[];
  /** Pairs of hexes: joined by a track, or parted by a border. */
  lines?: readonly (readonly [number, number])[];
}

export interface BoardEvents {
  piece(id: string): void;
  hex(hex: number, isTouch: boolean): void;
  /** `trail` are the hexes the block was dragged through, its own first. */
  drop(id: string, hex: number, trail: readonly number[]): void;
  /** The hex under the pointer, and the block if there is one; while a block is dragged, the hexes it came through. */
  hover(hex: number | null, id: string | null, trail: readonly number[] | null): void;
  cursor(hex: number): void;
  escape(): void;
}
