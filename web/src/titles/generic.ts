/** Any block game: blocks from its sightings, words from the server. Titles refine it. */
import type { Piece } from '../board/types';
import { decimal, has, listed, t, type Values } from '../i18n/index.svelte';
import { capitalised, hexWord, plainText } from '../i18n/rich';
import type { Layer, LogLine, Modifier, PromptInfo, Thought, Title } from '../wire';
import { ownPiece, seenPiece, type Sightings } from './faces';
import type { BattleFacts, BattleRoll, BoardFacts, OverlayChoice, Placement, Purse, ScoreRow, TitleAdapter, TurnFacts } from './title';

export interface BlockView {
  viewer: number;
  blocks: Sightings;
}

export type Fields = Record<string, unknown> & { type?: string };

const HEX_FIELDS = new Set(['hex', 'to', 'origin', 'target', 'entry', 'exit', 'mark']);
const BLOCK_FIELDS = new Set(['block', 'hq', 'first', 'second', 'tow']);

const LAYER_TOKENS: Record<string, string> = {
  battles: '--tint-battle',
  cut_off: '--tint-battle',
  front: '--ink',
  in_command: '--tint-command',
  may_deploy: '--tint-command',
  front_line: '--tint-battle',
  radius: '--tint-command',
  action_points: '--tint-command',
  dry: '--tint-dry',
  mud: '--tint-mud',
  snow: '--tint-snow',
  mined_water: '--tint-battle',
  shoal: '--tint-mud',
  hurdles: '--tint-mud',
  sea_route: '--chart-2',
  landing_range: '--tint-command',
  north_atlantic: '--chart-2',
  central_atlantic: '--chart-2',
  south_atlantic: '--chart-2',
  bombing_range: '--tint-command',
  mission_range: '--tint-command',
  mission: '--tint-battle',
};

/** Blocks in a hex where both sides stand are engaged, whatever else they are. */
export function withEngaged(pieces: readonly Piece[]): Piece[] {
  const rows = new Map<number, Set<string>>();
  for (const { hex, row } of pieces) rows.set(hex, (rows.get(hex) ?? new Set()).add(row));
  const isEngaged = ({ hex, row }: Piece): boolean => row === 'near' && rows.get(hex)!.size > 1;
  return pieces.map((piece) => (isEngaged(piece) ? { ...piece, states: [...piece.states, 'engaged' as const] } : piece));
}

export class GenericTitle implements TitleAdapter {
  constructor(protected readonly title: Title, protected readonly scenario = '') {}

  /** Under which name the catalogue keeps the title's sentences. */
  protected get family(): string {
    return this.title.id;
  }

  sideLabel(side: number): string {
    const name = this.title.sides[side] ?? '';
    const key = `side.${name}`;
    return has(key) ? t(key) : name.charAt(0).toUpperCase() + name.slice(1);
  }

  pieces(view: unknown, facts: BoardFacts): Piece[] {
    const { viewer, blocks } = view as BlockView;
    const own = blocks.own
      .filter(([, location]) => location >= 0)
      .map(([block, location, , steps]) => ownPiece(facts, block, steps, location));
    const near = viewer < 0 ? 0 : viewer;
    const seen = blocks.seen.map((one) => seenPiece(facts, one, this.sideLabel(one[1]), one[1] === near ? 'near' : 'far'));
    return [...own, ...seen];
  }

  turn(_view: unknown): TurnFacts | null {
    return null;
  }

  prompt(prompt: PromptInfo, facts: BoardFacts): string {
    return this.sentence('prompt', prompt.message, (prompt.values ?? {}) as Fields, prompt.text, facts);
  }

  actionText(action: unknown, serverText: string, facts: BoardFacts): string {
    const fields = action as Fields;
    return this.sentence('action', String(fields.type ?? ''), fields, serverText, facts);
  }

  eventText(line: LogLine, facts: BoardFacts): string {
    const fields = line.event as Fields;
    return this.sentence('event', String(fields.type ?? ''), fields, line.text, facts);
  }

  refusalText(given: { because: string; values: Record<string, unknown>; text: string }, facts: BoardFacts): string {
    return this.sentence('refusal', given.because, given.values as Fields, given.text, facts);
  }

  /** What a computer had in mind; thoughts kept in older games, and those of players from elsewhere, are words already. */
  thoughtText(thought: Thought, facts: BoardFacts): string {
    return thought.sentences?.length ? thought.sentences.map(({ name, values }) => this.sentence('thought', name, values as Fields, name, facts)).join(' ') : thought.text;
  }

  /** The strengths with which a block may be set up; none where that is fixed. */
  deploymentStrengths(block: number, facts: BoardFacts): number[] {
    return facts.block(block)?.strengths ?? [];
  }

  deploymentOverlay(): string {
    return '';
  }

  constraints(): { id: string; because: string[] }[] {
    return [];
  }

  /** The catalogue's sentence where it has one, the title's own before that of its series and of the table; else the server's. */
  private sentence(kind: string, name: string, fields: Fields, otherwise: string, facts: BoardFacts): string {
    const key = [this.title.id, this.family, 'match'].map((family) => `${family}.${kind}.${name}`).find(has);
    return key ? capitalised(t(key, this.words(fields, facts))) : otherwise;
  }

  protected words(fields: Fields, facts: BoardFacts): Values {
    const values: Values = {};
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'number') values[`has_${name}`] = value >= 0;
      if (typeof value === 'number' && HEX_FIELDS.has(name)) values[name] = this.place(value, facts);
      else if (typeof value === 'number' && BLOCK_FIELDS.has(name)) values[name] = facts.block(value)?.name ?? t('block.unknown');
      else if (typeof value === 'number' && name === 'side') values[name] = this.sideLabel(value);
      else if (name === 'type' && has(`unit.${String(value)}`)) values[name] = t(`unit.${String(value)}`);
      else if (name === 'hexes') values[name] = listed((value as number[]).map((hex) => this.place(hex, facts)));
      else if (name === 'blocks') values[name] = listed((value as number[]).map((block) => facts.block(block)?.name ?? t('block.unknown')));
      else if (Array.isArray(value)) values[name] = value.join(' ');
      else if (typeof value === 'number' && !Number.isInteger(value)) values[name] = decimal(value);
      else if (['string', 'number', 'boolean'].includes(typeof value)) values[name] = value as string;
    }
    return values;
  }

  protected place(hex: number, facts: BoardFacts): string {
    const name = facts.hexName(hex);
    return hex >= 0 && name ? hexWord(hex, name) : t('place.off_map');
  }

  attempt(_view: unknown, block: number, hex: number, _prompt: string): unknown | null {
    return { type: 'Move', block, target: hex };
  }

  /** The last battle of some lines; titles with battles say how one opens, what was rolled, and what counts as following from a roll. */
  battle(lines: readonly LogLine[], facts: BoardFacts): BattleFacts | null {
    let found: BattleFacts | null = null;
    let roll: BattleRoll | null = null;
    const waiting = new Map<number, BattleFacts>();
    for (const line of lines) {
      const { type = '', hex } = line.event as Fields & { hex?: number };
      if (type === 'battle') [found, roll] = [this.opened(line.event), null];
      else if (type === 'round' && waiting.has(hex!)) {
        found = { ...waiting.get(hex!)!, isOver: false };
        waiting.delete(hex!);
      }
      else if (type === 'phase') roll = null;
      else if (found && type === 'rolled') {
        roll = this.roll(line, line.event, facts);
        found.rolls.push(roll);
      } else if (found && (type === 'battle_closed' || type === 'battle_paused')) {
        found.isOver = true;
        roll = null;
        if (type === 'battle_paused') waiting.set(found.hex, found);
      } else if (roll && this.consequences.has(type)) roll.consequences.push(plainText(this.eventText(line, facts)));
    }
    return found;
  }

  protected readonly consequences: ReadonlySet<string> = new Set();

  protected opened(_event: unknown): BattleFacts | null {
    return null;
  }

  protected roll(_line: LogLine, _event: unknown, _facts: BoardFacts): BattleRoll {
    throw new Error('a title with battles tells its rolls');
  }

  overlays(): OverlayChoice[] {
    return [];
  }

  hasStrategy(): boolean {
    return false;
  }

  powerLabel(_power: number): string {
    return '';
  }

  layerText(layer: Layer, facts: BoardFacts): string {
    return t(`layer.${layer.name}`, this.factWords(layer, facts));
  }

  layerToken(layer: Layer): string {
    const own = LAYER_TOKENS[layer.name];
    if (own || layer.side < 0) return own ?? '--tint-2';
    return `--tint-${layer.side}${layer.name === 'supplied' ? '-soft' : ''}`;
  }

  groundText(layer: Layer, facts: BoardFacts): string {
    return t(`${this.family}.ground.${layer.name}`, this.factWords(layer, facts));
  }

  modifierText(modifier: Modifier, facts: BoardFacts): string {
    return t(`${this.family}.modifier.${modifier.name}`, this.factWords(modifier, facts));
  }

  private factWords({ side, block, value }: { side: number; block: number; value: number }, facts: BoardFacts): Values {
    return { side: side >= 0 ? this.sideLabel(side) : '', block: facts.block(block)?.name ?? t('block.unknown'), value };
  }

  holder(_view: unknown, _hex: number): number | null {
    return null;
  }

  budget(_view: unknown): number | null {
    return null;
  }

  colours(): readonly string[] {
    return [];
  }

  purses(_view: unknown): Purse[] {
    return [];
  }

  scores(_lines: readonly LogLine[]): ScoreRow[] {
    return [];
  }

  deployment(_placements: readonly Placement[], _facts: BoardFacts): Piece[] {
    return [];
  }

  isDeployment(prompt: PromptInfo | null): boolean {
    return prompt?.message === 'Deployment';
  }

  orderFor(_prompt: PromptInfo | null): string | null {
    return null;
  }

  isProduction(prompt: PromptInfo | null): boolean {
    return prompt?.message === 'ProductionPhase';
  }
}
