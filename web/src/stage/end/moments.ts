/** The moments of a game that is over: which of them the front is played through, and what happened between two of them. */
import type { ChartPoint, LogLine, Thought } from '../../wire';
import { beats, type Frame } from '../beats';
import { summary } from '../summary';
import { headlineText, knowing, type Words } from '../words';

/** At most so many numbers of `0 … count - 1`, spread evenly, the first and the last among them. */
export function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, number) => number);
  return Array.from({ length: most }, (_, number) => Math.round((number * (count - 1)) / (most - 1)));
}

/** What notable happened between two moments, in one sentence; empty if nothing did. */
export function happened(title: string, words: Words, lines: readonly LogLine[], frames: readonly [Frame, Frame]): string {
  const [before, after] = frames;
  const story = beats(title, lines.slice(before.lines, after.lines), frames);
  const [first] = summary(story, frames, knowing(words)).headline;
  return first ? headlineText(words, first) : '';
}

export interface Cost {
  steps: number;
  before: number;
  after: number;
}

/** What the game cost a side: steps lost in all, and its blocks on the map at the start and at the end. */
export function costOf(points: readonly ChartPoint[], side: number): Cost {
  const of = (point: ChartPoint | undefined, name: string): number => point?.values[name]?.[side] ?? 0;
  return { steps: of(points.at(-1), 'lost'), before: of(points[0], 'blocks'), after: of(points.at(-1), 'blocks') };
}

export interface DatedThought extends Thought {
  /** The moment at which its turn began. */
  moment: number;
}

/** Thoughts with the turns they belong to; `times` are those of the moments. */
export function dated(thoughts: readonly Thought[], times: readonly number[]): DatedThought[] {
  return thoughts.map((thought) => ({ ...thought, moment: Math.max(0, times.findLastIndex((at) => at <= thought.at)) }));
}

/** The fullest of each turn in which the game turned; where there are few of them, others of those that say most. In their order. */
export function weighty(thoughts: readonly DatedThought[], turned: readonly number[], most: number): DatedThought[] {
  const fullest = thoughts.toSorted((a, b) => b.text.length - a.text.length);
  const chosen = turned.flatMap((moment) => fullest.find((one) => one.moment === moment - 1) ?? []);
  const others = fullest.filter((one) => !chosen.includes(one));
  const shown = new Set([...chosen, ...others].slice(0, most));
  return thoughts.filter((one) => shown.has(one));
}
