/** Which lesson belongs to a moment of the game. The words are in the catalogues. */
import type { GameState } from '../wire';

export interface Lesson {
  id: string;
  clause: string;
}

export const LESSONS: Record<string, Lesson> = {
  waiting: { id: 'waiting', clause: '' },
  command: { id: 'command', clause: 'EF-5.1a' },
  command_chosen: { id: 'command_chosen', clause: 'EF-5.1a' },
  movement: { id: 'movement', clause: 'EF-6.0a' },
  movement_chosen: { id: 'movement_chosen', clause: 'EF-6.0a' },
  strikes: { id: 'strikes', clause: 'EF-13.1a' },
  battles: { id: 'battles', clause: 'EF-7.14a' },
  shooter: { id: 'shooter', clause: 'EF-7.31a' },
  loss: { id: 'loss', clause: 'EF-7.33b' },
  repulsed: { id: 'repulsed', clause: 'EF-7.51c' },
  production: { id: 'production', clause: 'EF-11.1b' },
  other: { id: 'other', clause: '' },
  over: { id: 'over', clause: '' },
};

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

export function lessonFor(state: GameState | null, selected: string | null): Lesson {
  if (state?.info.result) return LESSONS.over!;
  if (!state?.my_decision) return LESSONS.waiting!;
  const id = BY_PROMPT[state.prompt?.message ?? ''] ?? 'other';
  const chosen = selected && LESSONS[`${id}_chosen`];
  return { ...(chosen || LESSONS[id]!), ...(state.prompt?.clause ? { clause: state.prompt.clause } : {}) };
}
