/** How blocks of any title look: symbol, strength, nation. */
import type { CornerSign, Face, Piece, UnitSymbol } from '../board/types';
import { has, t } from '../i18n/index.svelte';
import type { BoardBlock, Choice } from '../wire';
import { shortName } from './short-names';
import type { BoardFacts } from './title';

const SYMBOLS: Record<string, UnitSymbol> = {
  armor: 'armor',
  ss_armor: 'armor',
  mech: 'mech',
  ss_mech: 'mech',
  infantry: 'infantry',
  cavalry: 'cavalry',
  shock: 'shock',
  para: 'para',
  mountain: 'mountain',
  coastal: 'coastal',
  static: 'static',
  artillery: 'artillery',
  hq: 'hq',
  headquarters: 'hq',
  armour: 'armor',
  tank: 'armor',
  tankette: 'armor',
  paratroop: 'para',
  marine: 'coastal',
  fighter: 'air',
  bomber: 'air',
  long_range_bomber: 'air',
  armour_hq: 'hq',
  air_hq: 'hq',
  naval_hq: 'hq',
  national_hq: 'hq',
  strategic_air_hq: 'hq',
  area_hq: 'hq',
  minor_hq: 'hq',
  motorised_infantry: 'motorised',
  motorised_cavalry: 'motorised',
  motorised_marine: 'motorised_marine',
  strategic_bomber: 'strategic_air',
  redoubt: 'redoubt',
  submarine: 'submarine',
  air: 'air',
  naval: 'naval',
};

const SIGNS: Record<string, CornerSign> = {
  german: 'cross',
  soviet: 'star',
  romanian: 'diamond',
  hungarian: 'triangle',
  italian: 'bar',
  bulgarian: 'square',
  finnish: 'ring',
  germany: 'cross',
  ussr: 'star',
  romania: 'diamond',
  hungary: 'triangle',
  italy: 'bar',
  bulgaria: 'square',
  finland: 'ring',
  slovakia: 'disc',
  uk: 'roundel',
  canada: 'leaf',
  usa: 'ringed_star',
  france: 'pales',
  free_france: 'double_cross',
  belgium: 'chevron',
  netherlands: 'lying_bars',
  rsi: 'half',
  minors: 'hexagon',
  redoubts: 'bastion',
  submarines: 'waves',
  blue: 'disc',
  red: 'diamond',
};

const NUMERALS = ['0', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];

/** Colours of blocks that are not called after the nation most of them belong to. */
const LOOKS: Record<string, string> = { black: 'germany', light_green: 'italy', red: 'ussr' };
/** Blocks of these colours bear it on their faces too, whatever their nation. */
const OF_THEIR_OWN = new Set(['redoubts', 'submarines']);

export function nationOf(block: BoardBlock): string {
  return OF_THEIR_OWN.has(block.pool) ? block.pool : block.nation || `side-${block.side}`;
}

export function signOf(nation: string): CornerSign {
  return SIGNS[nation] ?? 'disc';
}

export function strengthOf(block: BoardBlock, steps: number): number {
  return block.strengths[Math.max(steps, 1) - 1] ?? steps;
}

export function faceOf(block: BoardBlock, steps: number): Face {
  const strength = strengthOf(block, steps);
  return {
    symbol: SYMBOLS[block.type] ?? 'unit',
    strength: block.type === 'hq' ? (NUMERALS[strength] ?? String(strength)) : String(strength),
    steps,
    maxSteps: block.strengths.length,
    name: shortName(block.name),
    elite: block.type.startsWith('ss_') || block.tags.includes('guards'),
    ...(new Set(block.colours).size > 1 ? { colours: block.colours } : {}),
  };
}

export function typeLabel(block: BoardBlock): string {
  return t(`unit.${SYMBOLS[block.type] ?? 'unit'}`);
}

/** What every sighting of a block game has. Fields are those of the wire's tuples. */
export interface Sightings {
  own: [block: number, location: number, shown: number, steps: number, faceUp: boolean, seenSteps: number, seenTurn: number][];
  seen: [handle: number, side: number, location: number, block: number, steps: number, faceUp: boolean, seenTurn: number, pool: number][];
}

export function ownId(block: number): string {
  return `b${block}`;
}

export function blockOfId(id: string): number | null {
  return id.startsWith('b') ? Number(id.slice(1)) : null;
}

/** Of several ways to the same hex those that leave and enter as the trail does; all where none does. */
export function byTrail(choices: readonly Choice[], trail: readonly number[]): Choice[] {
  if (trail.length < 2) return [...choices];
  const [first, before] = [trail[1], trail.at(-2)];
  const agrees = (wanted: unknown, hex: number | undefined): boolean => typeof wanted !== 'number' || wanted < 0 || wanted === hex;
  const fitting = choices.filter(({ action }) => {
    const { entry, exit } = action as { entry?: number; exit?: number };
    return agrees(entry, before) && agrees(exit, first);
  });
  return fitting.length ? fitting : [...choices];
}

function isHeadquarters(block: BoardBlock): boolean {
  return SYMBOLS[block.type] === 'hq';
}

export function ownPiece(facts: BoardFacts, block: number, steps: number, hex: number): Piece {
  const known = facts.block(block)!;
  const nation = nationOf(known);
  const face = faceOf(known, steps);
  const label = t('block.own', { name: known.name, type: typeLabel(known), strength: face.strength, place: facts.hexName(hex) });
  return { id: ownId(block), hex, side: known.side, isAlly: isAlly(facts, known), nation, sign: signOf(nation), facing: 'face', face, states: [], row: 'near', label, isHeadquarters: isHeadquarters(known) };
}

export function seenPiece(facts: BoardFacts, seen: Sightings['seen'][number], sideLabel: string, row: Piece['row']): Piece {
  const [handle, side, hex, number, steps, faceUp, , colour] = seen;
  const known = number >= 0 ? facts.block(number) : null;
  const pool = facts.board.pools[colour] ?? '';
  const nation = known ? nationOf(known) : pool ? (LOOKS[pool] ?? pool) : backOf(facts, side);
  const place = facts.hexName(hex);
  if (!known) {
    const owner = has(`series.pool.${pool}`) ? t(`series.pool.${pool}`) : sideLabel;
    const label = t('block.hidden', { side: owner, place });
    return { id: `h${handle}`, hex, side, nation, sign: signOf(nation), facing: 'back', states: [], row, label };
  }
  const face = faceOf(known, steps);
  const values = { name: known.name, type: typeLabel(known), strength: face.strength, place };
  const label = t(faceUp ? 'block.revealed' : 'block.remembered', values);
  const facing = faceUp ? 'face' : 'remembered';
  const slip = faceUp ? {} : { slip: `${face.strength} ${t(`slip.${face.symbol}`)}` };
  return { id: `h${handle}`, hex, side, isAlly: isAlly(facts, known), ...slip, nation, sign: signOf(nation), facing, face, states: [], row, label, isHeadquarters: isHeadquarters(known) };
}

/** Whether a block belongs to another nation than the first of its side. */
function isAlly(facts: BoardFacts, block: BoardBlock): boolean {
  return Boolean(block.nation) && nationOf(block) !== backOf(facts, block.side);
}

/** Where a side's blocks have one colour their backs look like the nation most of them have. */
function backOf(facts: BoardFacts, side: number): string {
  const first = facts.board.blocks.find((block) => block.side === side);
  return first ? nationOf(first) : `side-${side}`;
}
