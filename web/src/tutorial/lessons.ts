/** Which lesson belongs to a moment of a guided game. The words are in the catalogues. */
import { edelweiss, LESSONS as OF_EDELWEISS, STEPS } from './edelweiss';
import { LESSONS as OF_LENINGRAD, leningrad } from './leningrad';
import { lesson, over, type Lesson, type Moment } from './lesson';

export { STEPS };
export type { Lesson, Moment };

const GUIDES: Record<string, (moment: Moment) => Lesson> = { eastfront: edelweiss, blocks_in_the_east: leningrad };

/** Every lesson, and every sentence about what was done instead. */
export const LESSONS = ['waiting', 'other', 'over_won', 'over_draw', 'over_lost', ...OF_EDELWEISS, ...OF_LENINGRAD];
export const ASIDES = ['elsewhere', 'other_command', 'ended_early'];

export function lessonFor(moment: Moment): Lesson {
  const { state } = moment;
  if (state.info.result) return over(moment);
  if (!state.my_decision) return lesson('waiting');
  return (GUIDES[state.info.title] ?? (() => lesson('other')))(moment);
}
