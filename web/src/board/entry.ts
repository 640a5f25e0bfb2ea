/** The hexside by which a block enters a hex: the one the cursor crossed, else the most direct one. */
import type { Choice } from '../wire';
import { centreOf, distance } from './geometry';
import type { Geometry } from './types';

const entryOf = ({ action }: Choice): number => (action as { entry?: number }).entry ?? -1;

/** Everything in an action except the sides it crosses. */
function rest({ action }: Choice): string {
  const { entry: _entry, exit: _exit, ...others } = action as Record<string, unknown>;
  return JSON.stringify(others);
}

/** Whether some choices are the same move over different sides. */
export function isOneMove(choices: readonly Choice[]): boolean {
  return choices.length > 1 && choices.every((choice) => entryOf(choice) >= 0 && rest(choice) === rest(choices[0]!));
}

/** The choice that enters from `over`; else the most direct one from the block's position. */
export function wayIn(choices: readonly Choice[], geometry: Geometry, origin: number, over: number | null): Choice {
  const asked = choices.find((choice) => entryOf(choice) === over);
  if (asked) return asked;
  const start = centreOf(geometry, origin);
  const away = (hex: number): number => Math.hypot(centreOf(geometry, hex).x - start.x, centreOf(geometry, hex).y - start.y);
  const cost = (choice: Choice): number => distance(geometry, origin, entryOf(choice)) * 10_000 + away(entryOf(choice));
  return choices.toSorted((a, b) => cost(a) - cost(b))[0]!;
}

/** Small arrows on the edges of a hex, the chosen one full. */
export function entryMarkup(geometry: Geometry, hex: number, entries: readonly number[], chosen: number): string {
  const to = centreOf(geometry, hex);
  return entries
    .map((entry) => {
      const from = centreOf(geometry, entry);
      const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      return `<path class="entry${entry === chosen ? ' chosen' : ''}" data-entry="${entry}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})" d="M-7-8 9 0-7 8-3 0z"/>`;
    })
    .join('');
}
