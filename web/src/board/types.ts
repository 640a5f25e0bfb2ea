/** What the board is told to draw and what it tells back. Nothing here knows a rule. */

export interface Geometry {
  hex_width: number;
  hex_height: number;
  row_step: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
}

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
  | 'unit';

export type CornerSign = 'cross' | 'star' | 'disc' | 'square' | 'diamond' | 'triangle' | 'ring' | 'bar';

export type StateSign = 'unsupplied' | 'engaged' | 'moved' | 'active' | 'blitz' | 'fired' | 'rearguard' | 'fresh';

/** Face of a block. `strength` stands on the upper edge: a number, or a Roman numeral for a headquarters. */
export interface Face {
  symbol: UnitSymbol;
  strength: string;
  steps: number;
  maxSteps: number;
  name: string;
  elite: boolean;
}

export interface Piece {
  id: string;
  hex: number;
  nation: string;
  sign: CornerSign;
  /** Own blocks and those turned up show their face, remembered ones a faded face, others their back. */
  facing: 'face' | 'remembered' | 'back';
  face?: Face;
  states: StateSign[];
  /** Sides stand in rows of their own where they meet; the viewer's own row is the nearer one. */
  row: 'near' | 'far';
  label: string;
}

export type HexMark = 'target' | 'battle' | 'choice' | 'origin' | 'warning';

export interface Highlights {
  /** Pieces that may be chosen. */
  choosable: ReadonlySet<string>;
  selected: string | null;
  hexes: ReadonlyMap<number, HexMark>;
}

/** A tint over some hexes, in a colour token such as `--side-0`. */
export interface Tint {
  hexes: readonly number[];
  token: string;
  pattern?: 'fill' | 'ring' | 'hatch';
}

export interface BoardEvents {
  piece(id: string): void;
  hex(hex: number): void;
  drop(id: string, hex: number): void;
  hover(hex: number | null): void;
  cursor(hex: number): void;
  escape(): void;
}
