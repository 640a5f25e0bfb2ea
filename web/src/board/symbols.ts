/** Unit symbols in the usual convention of staff maps, in a box 20 wide and 13 high around the origin. */
import type { CornerSign, StateSign, UnitSymbol } from './types';

const BOX = '<rect class="symbol-box" x="-10" y="-6.5" width="20" height="13"/>';
const CROSS = '<path class="symbol-line" d="M-10-6.5 10 6.5M10-6.5-10 6.5"/>';
const ELLIPSE = '<rect class="symbol-line" x="-7" y="-3.6" width="14" height="7.2" rx="3.6"/>';

const DRAWINGS: Record<UnitSymbol, string> = {
  armor: BOX + ELLIPSE,
  mech: BOX + CROSS + ELLIPSE,
  infantry: BOX + CROSS,
  cavalry: `${BOX}<path class="symbol-line" d="M-10 6.5 10-6.5"/>`,
  shock: `${BOX}${CROSS}<path class="symbol-solid" d="M-10-6.5h4.4v13h-4.4z"/>`,
  para: `${BOX}${CROSS}<path class="symbol-line" d="M-5 5.2a2.5 2.2 0 0 1 5 0a2.5 2.2 0 0 1 5 0"/>`,
  mountain: `${BOX}${CROSS}<path class="symbol-solid" d="M-3.2 6.5 0 .9 3.2 6.5z"/>`,
  coastal: `${BOX}${CROSS}<path class="symbol-line" d="M-8 4.6q2-2.4 4 0t4 0 4 0 4 0"/>`,
  static: `${BOX}${CROSS}<path class="symbol-solid" d="M-10 3.6h20v2.9h-20z"/>`,
  artillery: `${BOX}<circle class="symbol-solid" r="2.6"/>`,
  hq: `${BOX}<path class="symbol-solid" d="M-10-6.5h20v3.4h-20z"/><path class="symbol-line" d="M-10 6.5v4.6"/>`,
  air: `${BOX}<path class="symbol-line" d="M-6 0c0-4 4-4 6 0s6 4 6 0-4-4-6 0-6 4-6 0"/>`,
  naval: `${BOX}<path class="symbol-line" d="M0-5v9M-3-3h6M-5 1c1 4 9 4 10 0"/>`,
  unit: BOX,
};

export function symbol(kind: UnitSymbol): string {
  return DRAWINGS[kind];
}

const CORNERS: Record<CornerSign, string> = {
  cross: '<path d="M-.9-3h1.8v2.1H3v1.8H.9V3H-.9V.9H-3V-.9h2.1z"/>',
  star: '<path d="M0-3.3.85-1.1 3.1-1 1.3.45 1.95 2.7 0 1.4-1.95 2.7-1.3.45-3.1-1-.85-1.1z"/>',
  disc: '<circle r="2.7"/>',
  square: '<path d="M-2.4-2.4h4.8v4.8h-4.8z"/>',
  diamond: '<path d="M0-3.2 2.8 0 0 3.2-2.8 0z"/>',
  triangle: '<path d="M0-3 3 2.3H-3z"/>',
  ring: '<path fill-rule="evenodd" d="M0-3a3 3 0 1 0 .01 0zM0-1.4a1.4 1.4 0 1 1-.01 0z"/>',
  bar: '<path d="M-3-1.2h6v2.4h-6z"/>',
};

export function cornerSign(kind: CornerSign): string {
  return CORNERS[kind];
}

/** Small signs of a block's state, on a disc of radius 5. */
const STATES: Record<StateSign, string> = {
  unsupplied: '<path d="M-2.4-2.4 2.4 2.4M2.4-2.4-2.4 2.4" class="state-line"/>',
  engaged: '<path d="M-3.2-2.2-.3 0-3.2 2.2zM3.2-2.2.3 0 3.2 2.2z" class="state-solid"/>',
  moved: '<path d="M-2.6 0h4.6M.3-2 2.4 0 .3 2" class="state-line"/>',
  active: '<circle r="2" class="state-solid"/>',
  blitz: '<path d="M.9-3.2-2 .6h1.7L-.9 3.2 2-.6H.3z" class="state-solid"/>',
  fired: '<path d="M-2.5.2-.8 2 2.6-1.8" class="state-line"/>',
  rearguard: '<path d="M-2.4-2.6h4.8v2.4c0 1.6-1.2 2.6-2.4 3.2-1.2-.6-2.4-1.6-2.4-3.2z" class="state-solid"/>',
  flying: '<path d="M0-3.2 .8-.8 3.4.4v1L.7.7.5 2.2l1 .8v.5L0 3l-1.500.5V3l1-.8L-.7.7l-2.7.7v-1L-.8-.8z" class="state-solid"/>',
  half_hit: '<path d="M0-2.8a2.8 2.8 0 0 0 0 5.6z" class="state-solid"/>',
  fresh: '<path d="M0-2.8v5.6M-2.8 0h5.6" class="state-line"/>',
};

export function stateSign(kind: StateSign): string {
  return `<circle class="state-disc state-${kind}" r="5"/>${STATES[kind]}`;
}
