/** EastFront on the screen: months, weather, phases, states of blocks, battles. */
import type { Piece, StateSign } from '../board/types';
import { has, language, t, type Values } from '../i18n/index.svelte';
import type { LogLine, PromptInfo, eastfront } from '../wire';
import { eastfront as FACTS } from '../wire-facts';
import { ownPiece } from './faces';
import { GenericTitle, withEngaged } from './generic';
import type { BattleFacts, BattleRoll, BoardFacts, OverlayChoice, Placement, ScoreRow, TurnFacts } from './title';

type View = eastfront.EastFrontView;
type Fields = Record<string, unknown> & { type?: string };

const { phases: PHASES, weathers: WEATHERS, powers: SATELLITES, flags: FLAGS, orders: ORDERS } = FACTS;
const TURN_PHASES = FACTS.turnPhases.map((name) => PHASES.indexOf(name));
const PRODUCTION = PHASES.indexOf('production');
const COMMAND = PHASES.indexOf('command');
const BATTLE_PHASES = [PHASES.indexOf('combat'), PHASES.indexOf('blitz_combat')];

/** What a set-up must satisfy, and the refusals by which one learns that it does not. */
const CONSTRAINTS = [
  { id: 'forces', because: ['placed_twice', 'wrong_number', 'must_include', 'one_of_each_nation', 'not_available', 'not_placed'] },
  { id: 'strengths', because: ['wrong_value', 'too_strong', 'historical_value'] },
  {
    id: 'ground',
    because: ['not_on_map', 'not_an_arrival_place', 'too_many_arrivals', 'not_supplied_there', 'not_your_hex', 'restricted', 'historical_place'],
  },
  { id: 'stacking', because: ['overstacked'] },
  { id: 'headquarters', because: ['headquarters_too_close'] },
  { id: 'front', because: ['front_line_empty'] },
  { id: 'garrisons', because: ['garrison', 'garrison_too_weak', 'garrison_must_include'] },
];

/** Standing orders by the questions they answer. */
const STANDING: Record<string, string> = {
  choose_shooter: 'fire_in_usual_order',
  choose_loss: 'cheapest_losses',
  ChooseBattles: 'decline_battles',
  Attrition: 'fortress_supply',
};

export function monthName(month: number): string {
  const date = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
  return new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}

export class EastFrontTitle extends GenericTitle {
  override pieces(view: unknown, facts: BoardFacts): Piece[] {
    const seen = view as View;
    const found = super.pieces(view, facts);
    const signs = this.states(seen);
    return withEngaged(found.map((piece) => ({ ...piece, states: signs.get(piece.id) ?? [] })));
  }

  private states(view: View): Map<string, StateSign[]> {
    const signs = new Map<string, StateSign[]>();
    const add = (id: string, state: StateSign): void => void signs.set(id, [...(signs.get(id) ?? []), state]);
    view.blocks.own.forEach(([block], place) => {
      const flags = view.own?.flags[place] ?? 0;
      this.addCommand(add, `b${block}`, view.own?.command[place] ?? 0);
      if (flags & FLAGS.unsupplied) add(`b${block}`, 'unsupplied');
      if (flags & FLAGS.rearguard) add(`b${block}`, 'rearguard');
      else if (flags & FLAGS.moved) add(`b${block}`, 'moved');
      if (flags & FLAGS.fresh) add(`b${block}`, 'fresh');
      if (BATTLE_PHASES.includes(view.phase) && view.fired.includes(block)) add(`b${block}`, 'fired');
    });
    const command = new Map(view.command);
    for (const [handle, , , block] of view.blocks.seen) {
      this.addCommand(add, `h${handle}`, command.get(block) ?? 0);
      if (view.unsupplied.includes(handle)) add(`h${handle}`, 'unsupplied');
      if (BATTLE_PHASES.includes(view.phase) && block >= 0 && view.fired.includes(block)) add(`h${handle}`, 'fired');
    }
    return signs;
  }

  private addCommand(add: (id: string, state: StateSign) => void, id: string, command: number): void {
    const orders = command & ORDERS.mask;
    if (orders === ORDERS.blitz) add(id, 'blitz');
    else if (orders === ORDERS.active) add(id, 'active');
  }

  override orderFor(prompt: PromptInfo | null): string | null {
    return STANDING[prompt?.message ?? ''] ?? null;
  }

  override turn(view: unknown): TurnFacts {
    const seen = view as View;
    const hasTurn = seen.phase >= COMMAND;
    const steps = hasTurn ? TURN_PHASES : [seen.phase];
    return {
      date: `${monthName(seen.month)} ${['', 'I', 'II'][seen.half] ?? ''}`.trim(),
      weather: t(`eastfront.weather.${WEATHERS[seen.weather] ?? 'dry'}`),
      weatherSign: WEATHERS[seen.weather] ?? '',
      side: hasTurn ? this.sideLabel(seen.active) : '',
      sideNumber: hasTurn ? seen.active : -1,
      steps: steps.map((phase) => ({
        label: t(`eastfront.phase.${PHASES[phase] ?? 'command'}`),
        state: phase < seen.phase ? 'done' : phase === seen.phase ? 'now' : 'later',
      })),
    };
  }

  protected override words(fields: Fields, facts: BoardFacts): Values {
    const values = super.words(fields, facts);
    if (typeof fields.month === 'number') values.month = monthName(fields.month);
    if (typeof fields.half === 'number') values.half = ['', 'I', 'II'][fields.half] ?? '';
    if (typeof fields.phase === 'number') values.phase = t(`eastfront.phase.${PHASES[fields.phase] ?? 'command'}`);
    if (typeof fields.nation === 'number') values.nation = t(`nation.${SATELLITES[fields.nation] ?? 'german'}`);
    values.differs = fields.weather !== fields.west_weather;
    if (Array.isArray(fields.points)) values.points = fields.points.join(' : '); // of the two sides
    for (const name of ['weather', 'west_weather']) {
      const value = fields[name];
      if (typeof value === 'number') values[name] = t(`eastfront.weather.${WEATHERS[value] ?? 'dry'}`);
    }
    for (const name of ['cause', 'kind', 'what', 'mode']) {
      const key = `eastfront.word.${String(fields[name]).toLowerCase().replaceAll(' ', '_')}`;
      if (typeof fields[name] === 'string' && has(key)) values[name] = t(key);
    }
    return values;
  }

  override attempt(view: unknown, block: number, hex: number, prompt: string): unknown | null {
    const { phase } = view as View;
    if (phase === COMMAND) return { type: 'activate', hq: block, to: hex };
    if (phase === PRODUCTION) return { type: 'step', block };
    if (BATTLE_PHASES.includes(phase)) return prompt === 'AssignStrikes' ? { type: 'strike', hq: block, hex } : { type: 'fight', hex };
    return { type: 'move', block, to: hex };
  }

  protected override readonly consequences = new Set(['partial', 'lost_step', 'eliminated', 'went_back']);

  protected override opened(event: eastfront.BattleOpened): BattleFacts {
    const { hex, active, supported, assault } = event;
    return { hex, activeSide: active, isSupported: supported, isAssault: assault, isOver: false, rolls: [] };
  }

  protected override roll(line: LogLine, event: eastfront.Rolled, facts: BoardFacts): BattleRoll {
    const { side, kind, faces, lowest, hits } = event;
    const shooter = facts.block(event.block)?.name ?? t('block.unknown');
    const repulses = event.repulses ?? 0;
    const repulsedOn = repulses ? (faces.toSorted((a, b) => a - b)[repulses - 1] ?? 0) : 0;
    return { line: line.number, side, kind: t(`eastfront.word.${kind}`), shooter, faces, lowest, hits, repulses, repulsedOn, consequences: [] };
  }

  override overlays(): OverlayChoice[] {
    return ['supply', 'command', 'zones', 'control', 'rail', 'weather'].map((id) => ({ id, label: t(`overlay.${id}`) }));
  }

  override holder(view: unknown, hex: number): number | null {
    const { axis_hexes, soviet_hexes } = view as View;
    return axis_hexes.includes(hex) ? 0 : soviet_hexes.includes(hex) ? 1 : null;
  }

  override budget(view: unknown): number | null {
    return (view as View).own?.budget ?? null;
  }

  override scores(lines: readonly LogLine[]): ScoreRow[] {
    const events = lines.map((line) => line.event as eastfront.AnyEvent);
    const ended = events.findLast((event) => event.type === 'scenario_ended');
    if (!ended || !events.some((event) => event.type === 'game_ended' && event.reason === 'points')) return [];
    const { axis, soviet, handicap, axis_score, soviet_score } = ended;
    const items = Object.keys(axis_score) as (keyof eastfront.Score)[];
    const rows: ScoreRow[] = items.map((id) => ({ id, points: [axis_score[id], soviet_score[id]] }));
    rows.push({ id: 'handicap', points: [handicap, null] }, { id: 'total', points: [axis + handicap, soviet] });
    return rows.filter(({ id, points }) => id === 'total' || points.some(Boolean));
  }

  override deployment(placements: readonly Placement[], facts: BoardFacts): Piece[] {
    return placements
      .filter(([, , hex]) => hex >= 0)
      .map(([block, strength, hex]) => ownPiece(facts, block, (facts.block(block)?.strengths.indexOf(strength) ?? 0) + 1, hex));
  }

  override deploymentOverlay(): string {
    return 'deployment';
  }

  override constraints(): { id: string; because: string[] }[] {
    return CONSTRAINTS;
  }
}
