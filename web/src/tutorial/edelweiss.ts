/** Edelweiss as a guided game: the first turn step by step, then advice towards the aim, turn by turn to the end. */
import type { BoardFacts } from '../titles/title';
import type { eastfront } from '../wire';
import { eastfront as numbers } from '../wire-facts';
import { blockOf, goals, hexOf, lesson, mine, names, nearest, type Lesson, type Moment } from './lesson';

type View = eastfront.EastFrontView;

/** A step is over when the block is where it should be, or acts. */
interface Step {
  id: string;
  prompt: string;
  clause: string;
  block: string;
  to?: string;
}

export const STEPS: readonly Step[] = [
  { id: 'guide_activate', prompt: 'CommandPhase', clause: 'EF-5.2a', block: 'ax-hq-a' },
  { id: 'guide_end_command', prompt: 'CommandPhase', clause: 'EF-4.42a', block: '' },
  { id: 'guide_infantry', prompt: 'MovementPhase', clause: 'EF-1.36c', block: 'ax-inf-52', to: 'Rostov' },
  { id: 'guide_second', prompt: 'MovementPhase', clause: 'EF-6.33a', block: 'ax-inf-44', to: 'Rostov' },
  { id: 'guide_armor', prompt: 'MovementPhase', clause: 'EF-7.5b', block: 'ax-pz-3', to: 'Rostov' },
  { id: 'guide_more_armor', prompt: 'MovementPhase', clause: 'EF-6.33a', block: 'ax-pz-40', to: 'Rostov' },
  { id: 'guide_end_movement', prompt: 'MovementPhase', clause: 'EF-7.5a', block: '' },
  { id: 'guide_strike', prompt: 'AssignStrikes', clause: 'EF-13.1a', block: 'ax-hq-a', to: 'Rostov' },
];

/** Prompts with the same lesson in every turn; some have a different one once a block is chosen. */
const BY_PROMPT: Record<string, [id: string, clause: string]> = {
  CommandPhase: ['command', 'EF-5.1a'],
  MovementPhase: ['movement', 'EF-6.0a'],
  AssignStrikes: ['strikes', 'EF-13.1a'],
  ChooseBattles: ['battles', 'EF-7.14a'],
  ResolveBattles: ['battles', 'EF-7.14a'],
  choose_shooter: ['shooter', 'EF-7.31a'],
  choose_loss: ['loss', 'EF-7.33b'],
  choose_repulsed: ['repulsed', 'EF-7.51c'],
  ProductionPhase: ['production', 'EF-11.1b'],
};
const CHOSEN = ['command', 'movement'];

/** Every lesson, for the test that all have words. */
export const LESSONS = [
  ...STEPS.map((step) => step.id),
  ...Object.values(BY_PROMPT).map(([id]) => id),
  ...CHOSEN.map((id) => `${id}_chosen`),
  'command_attack', 'command_hold', 'movement_attack', 'movement_hold', 'blitz_movement',
];

const FIRST_TURN = 1;
/** Orders trains, not armies. */
const SUPREME = 'ax-hq-okh';
const { flags } = numbers;
const BLITZ_MOVEMENT = numbers.phases.indexOf('blitz_movement');

/** The names used in the sentences: those of the map, in the reader's language. */
function spoken(facts: BoardFacts): Record<string, string> {
  const unit = (key: string): string => facts.block(blockOf(key, facts) ?? -1)?.name ?? '';
  const place = (name: string): string => facts.hexName(hexOf(name, facts) ?? -1);
  return {
    hq: unit('ax-hq-a'), okh: unit('ax-hq-okh'), infantry: unit('ax-inf-52'), second: unit('ax-inf-44'), armor: unit('ax-pz-3'), more_armor: unit('ax-pz-40'),
    reserve: unit('ax-pz-57'), mountain: unit('ax-mtn-49'),
    rostov: place('Rostov'), maikop: place('Maikop'), kamensko: place('Kamensko'), mariupol: place('Mariupol'), stalingrad: place('Stalingrad'),
  };
}

function isDone(step: Step, view: View, facts: BoardFacts): boolean {
  const number = blockOf(step.block, facts);
  const place = view.blocks.own.findIndex(([block]) => block === number);
  if (number === null || place < 0) return Boolean(step.block);
  if (step.prompt === 'CommandPhase') return (view.own?.command[place] ?? 0) !== 0;
  if (step.prompt === 'AssignStrikes') return (view.own?.strikes ?? []).some(([hq]) => hq === number);
  return view.blocks.own[place]?.[1] === hexOf(step.to, facts);
}

/** The hex to which a block went instead of the intended one; null while it has not moved. */
function wentTo(step: Step, view: View, facts: BoardFacts): number | null {
  const number = blockOf(step.block, facts);
  const place = view.blocks.own.findIndex(([block]) => block === number);
  const hex = view.blocks.own[place]?.[1] ?? -1;
  const hasMoved = Boolean((view.own?.flags[place] ?? 0) & (flags.moved ?? 0));
  return step.to && step.prompt === 'MovementPhase' && hasMoved && hex >= 0 && hex !== hexOf(step.to, facts) ? hex : null;
}

/** What the player did instead of the steps before this one. */
function asideOf(number: number, { state, facts }: Moment): Lesson['aside'] {
  const view = state.view as View;
  const step = STEPS[number]!;
  if (step.id === 'guide_activate') {
    const others = mine(state).filter(({ place }) => (view.own?.command[place] ?? 0) !== 0);
    return others.length ? { id: 'other_command', values: { block: facts.block(others[0]!.block)?.name ?? '', wanted: facts.block(blockOf(step.block, facts) ?? -1)?.name ?? '' } } : null;
  }
  const gone = STEPS.slice(0, number).findLast((one) => one.prompt === step.prompt && wentTo(one, view, facts) !== null);
  if (gone) return { id: 'elsewhere', values: { block: facts.block(blockOf(gone.block, facts) ?? -1)?.name ?? '', place: facts.hexName(wentTo(gone, view, facts)!) } };
  const early = STEPS.slice(0, number).some((one) => one.prompt !== step.prompt && one.block && !isDone(one, view, facts));
  return early && STEPS[number - 1]?.prompt !== step.prompt ? { id: 'ended_early', values: {} } : null;
}

/** The next step of the guided first turn, if there is one. */
function stepFor(moment: Moment): Lesson | null {
  const { state, facts } = moment;
  const view = state.view as View;
  if (view.turn !== FIRST_TURN) return null;
  const number = STEPS.findIndex((step) => step.prompt === state.prompt?.message && !isDone(step, view, facts) && wentTo(step, view, facts) === null);
  const step = STEPS[number];
  if (!step) return null;
  return lesson(step.id, step.clause, { block: blockOf(step.block, facts), hex: hexOf(step.to, facts), step: number, values: spoken(facts), aside: asideOf(number, moment) });
}

/** After the first turn: what brings the aim nearer, or keeps it. */
function towardsTheAim(moment: Moment): Lesson | null {
  const { state, facts, aim } = moment;
  const view = state.view as View;
  const prompt = state.prompt?.message ?? '';
  const isCommand = prompt === 'CommandPhase';
  if (!aim?.places.length || (!isCommand && prompt !== 'MovementPhase')) return null;
  const { open, held } = goals(moment);
  const [goal] = open;
  const kind = isCommand ? 'command' : 'movement';
  const clause = state.prompt?.clause ?? '';
  if (goal === undefined) return lesson(`${kind}_hold`, clause, { hex: held[0] ?? null, values: { places: names(held, facts) } });
  const awake = mine(state).find(({ place }) => (view.own?.command[place] ?? 0) !== 0);
  if (isCommand && awake) return lesson('guide_end_command', clause, { values: { ...spoken(facts), hq: facts.block(awake.block)?.name ?? '' } });
  const able = mine(state).filter(({ block, place, hex }) => {
    const isStaff = facts.block(block)?.type === 'hq';
    if (isCommand) return isStaff && facts.block(block)?.key !== SUPREME;
    return !isStaff && hex !== goal && !((view.own?.flags[place] ?? 0) & (flags.moved ?? 0)) && (view.own?.in_command ?? []).includes(hex);
  });
  const best = nearest(able, goal, facts);
  if (!best) return null;
  const values = { place: facts.hexName(goal), block: facts.block(best.block)?.name ?? '', turns: aim.turns_left, places: names(held, facts) };
  const id = !isCommand && view.phase === BLITZ_MOVEMENT ? 'blitz_movement' : `${kind}_attack`;
  return lesson(id, clause, { block: best.block, hex: isCommand ? null : goal, values });
}

export function edelweiss(moment: Moment): Lesson {
  const { state, facts, selected } = moment;
  const guided = stepFor(moment);
  if (guided) return guided;
  const [id, clause] = BY_PROMPT[state.prompt?.message ?? ''] ?? ['other', ''];
  const isChosen = Boolean(selected) && CHOSEN.includes(id);
  const advice = isChosen ? null : towardsTheAim(moment);
  return advice ?? lesson(isChosen ? `${id}_chosen` : id, state.prompt?.clause || clause, { values: spoken(facts) });
}
