/** Unit symbols in the usual convention of staff maps, in a box 20 wide and 13 high around the origin. */
import type { CornerSign, StateSign, UnitSymbol } from './types';

const BOX = '<rect class="symbol-box" x="-10" y="-6.5" width="20" height="13"/>';
const CROSS = '<path class="symbol-line" d="M-10-6.5 10 6.5M10-6.5-10 6.5"/>';
const WHEELS = '<circle class="symbol-line" cx="-5.5" cy="8.6" r="1.6"/><circle class="symbol-line" cx="5.5" cy="8.6" r="1.6"/>';
const WAVES = '<path class="symbol-line" d="M-8 4.6q2-2.4 4 0t4 0 4 0 4 0"/>';
const ELLIPSE = '<rect class="symbol-line" x="-7" y="-3.6" width="14" height="7.2" rx="3.6"/>';

const DRAWINGS: Record<UnitSymbol, string> = {
  armor: BOX + ELLIPSE,
  mech: BOX + CROSS + ELLIPSE,
  infantry: BOX + CROSS,
  cavalry: `${BOX}<path class="symbol-line" d="M-10 6.5 10-6.5"/>`,
  shock: `${BOX}${CROSS}<path class="symbol-solid" d="M-10-6.5h4.4v13h-4.4z"/>`,
  para: `${BOX}${CROSS}<path class="symbol-line" d="M-5 5.2a2.5 2.2 0 0 1 5 0a2.5 2.2 0 0 1 5 0"/>`,
  mountain: `${BOX}${CROSS}<path class="symbol-solid" d="M-3.2 6.5 0 .9 3.2 6.5z"/>`,
  coastal: BOX + CROSS + WAVES,
  static: `${BOX}${CROSS}<path class="symbol-solid" d="M-10 3.6h20v2.9h-20z"/>`,
  artillery: `${BOX}<circle class="symbol-solid" r="2.6"/>`,
  hq: `${BOX}<path class="symbol-solid" d="M-10-6.5h20v3.4h-20z"/><path class="symbol-line" d="M-10 6.5v4.6"/>`,
  air: `${BOX}<path class="symbol-line" d="M-6 0c0-4 4-4 6 0s6 4 6 0-4-4-6 0-6 4-6 0"/>`,
  naval: `${BOX}<path class="symbol-line" d="M0-5v9M-3-3h6M-5 1c1 4 9 4 10 0"/>`,
  motorised: BOX + CROSS + WHEELS,
  motorised_marine: BOX + CROSS + WAVES + WHEELS,
  strategic_air: `${BOX}<path class="symbol-solid" d="M-7-3.4 0 0-7 3.4zM7-3.4 0 0 7 3.4z"/>`,
  redoubt: '<path class="symbol-solid" d="M-10 6.5v-6l2.6-2.6L-10-4.7l3.4-1.8 3 2.4h7.2l3-2.4L10-4.7 7.4-2.1 10 .5v6z"/>',
  submarine: `${BOX}<path class="symbol-solid" d="M-8 1.6c2-3 4-3 6-3v-3h2.6v3c3 0 5.4.4 7.4 3-2 2.4-14 2.4-16 0z"/>`,
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
  roundel: '<path fill-rule="evenodd" d="M0-3.2a3.2 3.2 0 1 0 .01 0zM0-2.1a2.1 2.1 0 1 1-.01 0zM0-1.1a1.1 1.1 0 1 0 .01 0z"/>',
  ringed_star:
    '<path fill-rule="evenodd" d="M0-3.4a3.4 3.4 0 1 0 .01 0zM0-2.7a2.7 2.7 0 1 1-.01 0z"/><path d="M0-2.2.6-.7 2.1-.7.9.3 1.3 1.8 0 .9-1.3 1.8-.9.3-2.1-.7-.6-.7z"/>',
  leaf: '<path d="M0-3.4 1-1.7 2.8-2.1 2.3-.4 3.3.7 1.3 1.5.4 1.3.4 3.4H-.4V1.3l-.9.2-2-.8 1-1.1-.5-1.7 1.8.4z"/>',
  pales: '<path d="M-3.2-2.8h1.7v5.6h-1.7zM-.85-2.8h1.7v5.6h-1.7zM1.5-2.8h1.7v5.6H1.5z"/>',
  double_cross: '<path d="M-.6-3.4H.6v1.3h1.5v1.1H.6v1.1h2.3v1.1H.6v2.2H-.6V1.2h-2.3V.1h2.3V-1h-1.5v-1.1h1.5z"/>',
  lying_bars: '<path d="M-3-2.9h6v1.3h-6zM-3-.65h6v1.3h-6zM-3 1.6h6v1.3h-6z"/>',
  chevron: '<path d="M0-2.8 3.2.4v2.4L0-.4-3.2 2.8V.4z"/>',
  half: '<path d="M0-3a3 3 0 0 0 0 6zM1-3h1v6H1z"/>',
  hexagon: '<path fill-rule="evenodd" d="M0-3.3 2.86-1.65v3.3L0 3.3-2.86 1.65v-3.3zM0-1.9-1.64-.95v1.9L0 1.9l1.64-.95v-1.9z"/>',
  bastion: '<path d="M-3.3-3.3-1.5-2.2h3l1.8-1.1-1.1 1.8v3l1.1 1.8-1.8-1.1h-3l-1.8 1.1 1.1-1.8v-3z"/>',
  waves: '<path d="M-3.3-1.8q1.65-1.7 3.3 0t3.3 0v1.3q-1.65 1.7-3.3 0t-3.3 0zM-3.3 1.2q1.65-1.7 3.3 0t3.3 0v1.3q-1.65 1.7-3.3 0t-3.3 0z"/>',
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
  flying: '<path d="M0-3.2 .8-.8 3.4.4v1L.7.7.5 2.2l1 .8v.5L0 3l-1.5.5V3l1-.8L-.7.7l-2.7.7v-1L-.8-.8z" class="state-solid"/>',
  half_hit: '<path d="M0-2.8a2.8 2.8 0 0 0 0 5.6z" class="state-solid"/>',
  fresh: '<path d="M0-2.8v5.6M-2.8 0h5.6" class="state-line"/>',
};

export function stateSign(kind: StateSign): string {
  return `<circle class="state-disc state-${kind}" r="5"/>${STATES[kind]}`;
}
