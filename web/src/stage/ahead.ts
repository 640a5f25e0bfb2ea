/** The progress of a phase's battles, from the viewer's own log. */
import type { LogLine } from '../wire';
import { read, type AnyReader } from './told';

export interface Battles {
  /** The hexes whose battles have been fought since the phase began. */
  fought: Set<number>;
  /** The hex whose battle has begun and is not over. */
  open: number | null;
}

export function battlesOfPhase(reader: AnyReader, lines: readonly LogLine[]): Battles {
  const fought = new Set<number>();
  let open: number | null = null;
  for (const { event } of lines.toReversed()) {
    const told = read(reader, event);
    if (told.kind === 'phase') break;
    if (told.kind === 'closed') fought.add(told.hex);
    if (told.kind === 'opened' && !fought.has(told.hex)) open ??= told.hex;
  }
  return { fought, open };
}
