/** Which lesson belongs to a moment of the guided game. The words are in the catalogues; nothing is decided here. */
import type { BoardFacts } from '../titles/title';
import type { GameState, eastfront } from '../wire';

export interface Lesson {
  id: string;
  clause: string;
  /** The block the lesson speaks of, by number. */
  block: number | null;
  /** The place it speaks of. */
  hex: number | null;
  /** How far the guided turn has come. */
  step: number | null;
}

const plain = (id: string, clause = ''): Lesson => ({ id, clause, block: null, hex: null, step: null });

export const LESSONS: Record<string, Lesson> = Object.fromEntries(
  [
    plain('waiting'),
    plain('command', 'EF-5.1a'),
    plain('command_chosen', 'EF-5.1a'),
    plain('movement', 'EF-6.0a'),
    plain('movement_chosen', 'EF-6.0a'),
    plain('strikes', 'EF-13.1a'),
    plain('battles', 'EF-7.14a'),
    plain('shooter', 'EF-7.31a'),
    plain('loss', 'EF-7.33b'),
    plain('repulsed', 'EF-7.51c'),
    plain('production', 'EF-11.1b'),
    plain('other'),
    plain('over'),
  ].map((lesson) => [lesson.id, lesson]),
);

const BY_PROMPT: Record<string, string> = {
  CommandPhase: 'command',
  MovementPhase: 'movement',
  AssignStrikes: 'strikes',
  ChooseBattles: 'battles',
  ResolveBattles: 'battles',
  choose_shooter: 'shooter',
  choose_loss: 'loss',
  choose_repulsed: 'repulsed',
  ProductionPhase: 'production',
};

/** The first turn, step by step: what to do with which block. A step is over when the block is where it should be, or acts. */
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

const FIRST_TURN = 1;

type View = eastfront.EastFrontView;

function isDone(step: Step, view: View, facts: BoardFacts): boolean {
  const number = blockOf(step.block, facts);
  const place = view.blocks.own.findIndex(([block]) => block === number);
  if (number === null || place < 0) return !step.block ? false : true;
  if (step.prompt === 'CommandPhase') return (view.own?.command[place] ?? 0) !== 0;
  if (step.prompt === 'AssignStrikes') return (view.own?.strikes ?? []).some(([hq]) => hq === number);
  return view.blocks.own[place]?.[1] === hexOf(step.to, facts);
}

function blockOf(key: string, facts: BoardFacts): number | null {
  return facts.board.blocks.find((block) => block.key === key)?.block ?? null;
}

function hexOf(name: string | undefined, facts: BoardFacts): number | null {
  return facts.board.places.find((place) => place.name === name)?.hex ?? null;
}

/** The step of the guided first turn that is due, if the moment has one. */
export function stepFor(state: GameState, facts: BoardFacts): Lesson | null {
  const view = state.view as View;
  if (view.turn !== FIRST_TURN) return null;
  const number = STEPS.findIndex((step) => step.prompt === state.prompt?.message && !isDone(step, view, facts));
  const step = STEPS[number];
  if (!step) return null;
  return { id: step.id, clause: step.clause, block: blockOf(step.block, facts), hex: hexOf(step.to, facts), step: number };
}

export function lessonFor(state: GameState | null, selected: string | null, facts: BoardFacts | null): Lesson {
  if (state?.info.result) return LESSONS.over!;
  if (!state?.my_decision) return LESSONS.waiting!;
  const step = facts && stepFor(state, facts);
  if (step) return step;
  const id = BY_PROMPT[state.prompt?.message ?? ''] ?? 'other';
  const chosen = selected && LESSONS[`${id}_chosen`];
  return { ...(chosen || LESSONS[id]!), ...(state.prompt?.clause ? { clause: state.prompt.clause } : {}) };
}
