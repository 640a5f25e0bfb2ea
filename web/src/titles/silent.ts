/** Lines that are kept in the record but say nothing to a reader. */
import type { LogLine } from '../wire';

/** Whether a line belongs into the log on the screen: not that of the hexes that held nothing but aircraft if there are none. */
export function saysSomething(line: Pick<LogLine, 'event'>): boolean {
  const { type, hexes } = line.event as { type?: string; hexes?: number[] };
  return type !== 'encountered' || !!hexes?.length;
}
