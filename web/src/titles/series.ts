/** The Blocks games on the screen: months, phases, colours of steps, aircraft, battles in rounds, points of several colours. */
import type { Piece, StateSign } from '../board/types';
import { has, listed, t, type Values } from '../i18n/index.svelte';
import type { LogLine, PromptInfo, blocks_in_the_east } from '../wire';
import * as titleFacts from '../wire-facts';
import { monthName } from './eastfront';
import { ownPiece } from './faces';
import { GenericTitle, withEngaged, type Fields } from './generic';
import type { BattleFacts, BattleRoll, BoardFacts, OverlayChoice, Placement, Purse, ScoreRow, TurnFacts } from './title';

type View = blocks_in_the_east.SeriesView;

const { phases: PHASES, weathers: WEATHERS, colours: COLOURS, flags: FLAGS, turnPhases } = titleFacts.blocks_in_the_east;
const TURN_PHASES = turnPhases.map((name) => PHASES.indexOf(name));
const PRODUCTION = PHASES.indexOf('production');
const SIGNS = ['dry', 'mud', 'mud', 'snow'] as const;
/** The powers of each game, by their numbers. */
const POWERS = new Map<string, readonly string[]>(Object.entries(titleFacts).map(([id, { powers }]) => [id, powers]));
/** The powers that choose plans, in the order of their choices. */
const PLANNERS: Record<string, readonly string[]> = { sbw3: ['france', 'uk'], sbw5: ['germany'], sbw6: ['france', 'uk', 'germany'] };
/** Flags that are shown, in the order of their signs. */
const SHOWN = ['unsupplied', 'flying', 'half_hit', 'fired', 'blitz', 'moved', 'fresh'] as const;
/** The action that a click on a hex seems to mean, by phase. */
const ATTEMPTS: Partial<Record<(typeof PHASES)[number], string>> = {
  strategic_rail: 'rail',
  movement: 'move',
  air_movement: 'fly',
  defender_reaction: 'fly',
  blitz: 'blitz',
  air_return: 'fly',
  armour_exploitation: 'move',
};
const CONSTRAINTS = [
  { id: 'forces', because: ['not_available', 'not_placed', 'placed_twice'] },
  { id: 'strengths', because: ['wrong_strength'] },
  { id: 'ground', because: ['not_its_area'] },
  { id: 'stacking', because: ['hex_full', 'airfield_full'] },
  { id: 'border', because: ['border_unwatched'] },
];
/** The campaign that is made of both games. */
const JOINED = 'blocks_east_and_west';
/** Standing orders by the questions they answer. */
const STANDING: Record<string, string> = { choose_loss: 'losses', choose_retreat: 'stand', Reaction: 'no_reaction' };

/** Points that there are, each with its colour. */
function coloured(points: readonly number[]): string[] {
  return points.flatMap((number, place) => (number ? [t(`series.points.${COLOURS[place] ?? 'yellow'}`, { number })] : []));
}

export class SeriesTitle extends GenericTitle {
  /** Both games of the series speak the same sentences. */
  protected override get family(): string {
    return 'series';
  }

  override pieces(view: unknown, facts: BoardFacts): Piece[] {
    const signs = this.states(view as View);
    return withEngaged(super.pieces(view, facts).map((piece) => ({ ...piece, states: signs.get(piece.id) ?? [] })));
  }

  private states(view: View): Map<string, StateSign[]> {
    const found = new Map<string, StateSign[]>();
    view.blocks.own.forEach(([block], place) => {
      const flags = view.own?.flags[place] ?? 0;
      const signs: StateSign[] = SHOWN.filter((name) => flags & FLAGS[name]);
      if (view.own?.spent[place] && !signs.includes('moved')) signs.push('moved');
      found.set(`b${block}`, signs);
    });
    for (const [handle, , , block] of view.blocks.seen) {
      const signs: StateSign[] = [];
      if (view.marked.includes(handle)) signs.push('unsupplied');
      if (view.aloft.includes(handle)) signs.push('flying');
      if (view.half_hit.includes(block)) signs.push('half_hit');
      found.set(`h${handle}`, signs);
    }
    return found;
  }

  /** The weather of the month; where two calendars hold, that of the East too. */
  private weathers(view: View): string {
    const [west, east] = [view.weather, view.eastern_weather ?? 0].map((weather) => t(`series.weather.${WEATHERS[weather] ?? 'good'}`));
    return this.title.id === JOINED && west !== east ? t('series.two_weathers', { west, east }) : (west ?? '');
  }

  override turn(view: unknown): TurnFacts {
    const { month, weather, active, phase } = view as View;
    const hasTurn = phase > 0;
    const steps = !hasTurn || !TURN_PHASES.includes(phase) ? [phase] : TURN_PHASES;
    return {
      date: monthName(month),
      weather: this.weathers(view as View),
      weatherSign: SIGNS[weather] ?? 'dry',
      side: hasTurn ? this.sideLabel(active) : '',
      sideNumber: hasTurn ? active : -1,
      steps: steps.map((one) => ({
        label: t(`series.phase.${PHASES[one] ?? 'movement'}`),
        state: one < phase ? 'done' : one === phase ? 'now' : 'later',
      })),
    };
  }

  override scores(lines: readonly LogLine[]): ScoreRow[] {
    const events = lines.map((line) => line.event as blocks_in_the_east.AnyEvent);
    const ended = events.findLast((event) => event.type === 'game_ended');
    if (!ended?.held) return [];
    const rows: ScoreRow[] = ended.held.map(([hex, points]) => ({ id: `place-${hex}`, hex, points: [points, null] }));
    return [...rows, { id: 'total', points: [ended.margin, null] }];
  }

  protected override words(fields: Fields, facts: BoardFacts): Values {
    const values = super.words(fields, facts);
    if (typeof fields.target === 'number') values.target = fields.target; // a kind of target, not a hex
    if (typeof fields.month === 'number') values.month = monthName(fields.month);
    if (typeof fields.phase === 'number') values.phase = t(`series.phase.${PHASES[fields.phase] ?? 'movement'}`);
    if (typeof fields.weather === 'number') values.weather = t(`series.weather.${WEATHERS[fields.weather] ?? 'good'}`);
    if (typeof fields.power === 'number') values.power = this.powerName(fields.power, 'the_power');
    if (typeof fields.target === 'number') values.target = fields.target; // a kind of strategic target, no hex
    if (fields.type === 'bought' && Array.isArray(fields.points)) values.points = this.price(fields.points as number[], Number(fields.cost));
    if (typeof fields.granted === 'boolean') values.granted = t(`series.word.${fields.granted ? 'granted' : 'refused'}`);
    if (typeof fields.choice === 'number' && typeof fields.option === 'number') {
      values.choice = t(`series.power.${this.planner(fields.choice)}`);
      values.option = this.plan(fields.option, fields.choice);
    }
    if (Array.isArray(fields.plans)) values.plans = (fields.plans as number[]).map((plan, choice) => this.plan(plan, choice)).join('; ');
    if (Array.isArray(fields.points)) values.points = this.pointsText(fields.points as number[]);
    if (Array.isArray(fields.hexes)) values.hexes = this.placesText(fields.hexes as number[], facts);
    for (const name of ['cause', 'mode', 'what', 'step']) {
      const key = `series.word.${String(fields[name])}`;
      if (typeof fields[name] === 'string') values[name] = has(key) ? t(key) : String(fields[name]).replaceAll('_', ' ');
    }
    return values;
  }

  private planner(choice: number): string {
    return PLANNERS[this.scenario]?.[choice] ?? 'germany';
  }

  private plan(option: number, choice: number): string {
    return t(`series.plan.${this.planner(choice)}.${option}`);
  }

  /** Points of several colours: those there are. */
  private pointsText(points: readonly number[]): string {
    return coloured(points).join(', ') || t('series.word.no_points');
  }

  /** The named places among hexes, and how many others there are. */
  private placesText(hexes: readonly number[], facts: BoardFacts): string {
    const named = hexes.filter((hex) => facts.placesAt(hex).length);
    const more = hexes.length - named.length;
    return listed([...named.map((hex) => this.place(hex, facts)), ...(more ? [t('story.more_hexes', { count: more })] : [])]) || t('story.no_hexes');
  }

  override hasStrategy(): boolean {
    return true;
  }

  override powerLabel(power: number): string {
    return this.powerName(power);
  }

  /** Points by colour in words; older games tell their number alone. */
  private price(points: readonly number[], cost: number): string {
    return coloured(points).join(', ') || t('production.cost', { cost });
  }

  /** A power as tables name it, or as sentences do: with its article, where the language has one. */
  private powerName(power: number, family: 'power' | 'the_power' = 'power'): string {
    const name = POWERS.get(this.title.id)?.[power] ?? '';
    return name ? t(`series.${family}.${name}`) : '';
  }

  override attempt(view: unknown, block: number, hex: number): unknown | null {
    const { phase } = view as View;
    if (phase === PRODUCTION) return { type: 'step', block };
    const type = ATTEMPTS[PHASES[phase] ?? 'victory'];
    return type ? { type, block, to: hex } : null;
  }

  protected override readonly consequences = new Set(['half_hit', 'lost_step', 'eliminated', 'retreated', 'gave_way']);

  protected override opened(event: blocks_in_the_east.BattleOpened): BattleFacts {
    return { hex: event.hex, activeSide: event.side, isSupported: false, isAssault: false, isOver: false, rolls: [] };
  }

  /** A side fires all its units of a step together: each die keeps the number its unit needs. */
  protected override roll(line: LogLine, event: blocks_in_the_east.Rolled, facts: BoardFacts): BattleRoll {
    const lowestOf = event.shots.flatMap(([, dice, lowest]) => Array.from({ length: dice }, () => lowest));
    const names = event.shots.map(([block]) => (block >= 0 ? (facts.block(block)?.name ?? '') : t('series.word.place')));
    const kind = has(`series.word.${event.step}`) ? t(`series.word.${event.step}`) : event.step.replaceAll('_', ' ');
    return {
      line: line.number,
      side: event.side,
      kind,
      shooter: [...new Set(names)].join(', '),
      faces: event.faces,
      lowest: 0,
      lowestOf,
      hits: event.hits,
      repulses: 0,
      repulsedOn: 0,
      consequences: [],
    };
  }

  override overlays(): OverlayChoice[] {
    return ['supply', 'ports', 'command', 'zones', 'control', 'works', 'partisans', 'rail', 'weather', 'landings', 'waters', 'convoys', 'flights', 'bombing'].map((id) => ({ id, label: t(`overlay.${id}`) }));
  }

  override holder(view: unknown, hex: number): number | null {
    const { axis_hexes, second_hexes } = view as View;
    return axis_hexes.includes(hex) ? 0 : second_hexes.includes(hex) ? 1 : null;
  }

  override orderFor(prompt: PromptInfo | null): string | null {
    return STANDING[prompt?.message ?? ''] ?? null;
  }

  override isProduction(prompt: PromptInfo | null): boolean {
    return super.isProduction(prompt) || Boolean(prompt?.message.startsWith('production_'));
  }

  override colours(): readonly string[] {
    return COLOURS;
  }

  override purses(view: unknown): Purse[] {
    const pool = (view as View).own?.pool ?? [];
    const powers = Array.from({ length: pool.length / COLOURS.length }, (_, power) => ({
      name: this.powerName(power),
      points: COLOURS.map((colour, place) => ({ colour, label: t(`series.colour.${colour}`), value: pool[power * COLOURS.length + place] ?? 0 })),
    }));
    return powers.filter(({ points }) => points.some(({ value }) => value > 0));
  }

  override deployment(placements: readonly Placement[], facts: BoardFacts): Piece[] {
    return placements.filter(([, , hex]) => hex >= 0).map(([block, steps, hex]) => ownPiece(facts, block, steps, hex));
  }

  override deploymentStrengths(): number[] {
    return [];
  }

  override constraints(): { id: string; because: string[] }[] {
    return CONSTRAINTS;
  }
}
