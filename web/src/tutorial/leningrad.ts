/** Road to Leningrad as a guided game: advice for each kind of decision, always towards the aim. */
import { distance } from '../board/geometry';
import type { blocks_in_the_east } from '../wire';
import { blocks_in_the_east as numbers } from '../wire-facts';
import { goals, lesson, mine, names, nearest, type Lesson, type Moment } from './lesson';

type View = blocks_in_the_east.SeriesView;

const BY_PROMPT: Record<string, string> = {
  Deployment: 'be_deployment',
  ProductionPhase: 'be_production',
  production_later: 'be_production',
  production_obliged: 'be_production',
  RailPhase: 'be_rail',
  GroundMovement: 'be_ground',
  AirMovement: 'be_air',
  Reaction: 'be_reaction',
  CombatPhase: 'be_combat',
  choose_loss: 'be_battle',
  choose_retreat: 'be_battle',
  BlitzPhase: 'be_blitz',
  AirReturn: 'be_return',
  Exploitation: 'be_exploitation',
};

export const LESSONS = [...new Set(Object.values(BY_PROMPT)), 'be_hold'];

const FAST = new Set(['armour', 'tank', 'motorised_infantry', 'motorised_cavalry']);
const GROUND = new Set(['infantry', 'cavalry', 'mountain', 'static', 'paratroop', 'marine']);
const MOVED = numbers.flags.moved ?? 0;

export function leningrad(moment: Moment): Lesson {
  const { state, facts, aim } = moment;
  const view = state.view as View;
  const id = BY_PROMPT[state.prompt?.message ?? ''] ?? 'other';
  const clause = state.prompt?.clause ?? '';
  const { open, held } = goals(moment);
  const [goal] = open;
  const turns = aim?.turns_left ?? 0;
  if (goal === undefined) {
    const isMoving = id === 'be_ground' && held.length > 0;
    return lesson(isMoving ? 'be_hold' : id, clause, { hex: isMoving ? held[0]! : null, values: { places: names(held, facts), place: names(held, facts), turns, block: '', distance: 0 } });
  }
  const values = { place: facts.hexName(goal), places: names(held, facts), turns, block: '', distance: 0 };
  if (id !== 'be_ground') return lesson(id, clause, { values });
  const able = mine(state).filter(({ place }) => !((view.own?.flags[place] ?? 0) & MOVED));
  const of = (kinds: Set<string>): ReturnType<typeof nearest> => nearest(able.filter(({ block }) => kinds.has(facts.block(block)?.type ?? '')), goal, facts);
  const best = of(FAST) ?? of(GROUND);
  if (!best) return lesson('other', clause, { values });
  return lesson(id, clause, {
    block: best.block,
    values: { ...values, block: facts.block(best.block)?.name ?? '', distance: distance(facts.board.geometry, best.hex, goal) },
  });
}
