/** What a line of a log means, in terms that all titles share. Each title's reader has an entry for every event it can send. */

export interface Shot {
  /** The firing unit; below zero if a place or an unnamed gun fires. */
  block: number;
  dice: number;
  lowest: number;
}

export interface ToldMove {
  /** The piece as views name it: `b` and a block's number for own blocks, `h` and a handle for others. */
  id: string;
  from: number;
  to: number;
}

export type Told =
  | { kind: 'phase'; side: number; phase: number | string }
  | { kind: 'weather' }
  | { kind: 'moves'; side: number; moves: ToldMove[] }
  /** The command radius in hexes; none if it is not known. */
  | { kind: 'command'; block: number; hex: number; radius: number }
  | { kind: 'opened'; hex: number; side: number }
  | { kind: 'round'; hex: number; round: number }
  | { kind: 'revealed'; blocks: [block: number, steps: number][] }
  | { kind: 'rolled'; hex: number; side: number; step: string; shots: Shot[]; faces: number[]; hits: number; repulses: number }
  | { kind: 'half'; block: number }
  | { kind: 'lost'; block: number; steps: number; hex: number; cause: string }
  | { kind: 'destroyed'; block: number; hex: number; cause: string }
  | { kind: 'back'; block: number; from: number; to: number }
  | { kind: 'broken'; hex: number }
  | { kind: 'closed'; hex: number }
  /** The battle waits; a round tells that it goes on. */
  | { kind: 'paused'; hex: number }
  | { kind: 'captured'; side: number; hexes: number[] }
  | { kind: 'supply'; side: number; count: number }
  | { kind: 'starved'; id: string; block: number; hex: number; gone: boolean }
  | { kind: 'arrivals'; side: number }
  | { kind: 'mixed'; side: number }
  | { kind: 'ended' }
  /** Appears only in the log. */
  | { kind: 'aside' };

type Typed = { type: string };
/** An entry for every event: one that is missing does not compile. */
export type Reader<Event extends Typed> = { [Type in Event['type']]: (event: Extract<Event, { type: Type }>) => Told };

export type AnyReader = Record<string, (event: never) => Told>;

const ASIDE: Told = { kind: 'aside' };
export const aside = (): Told => ASIDE;

/** What an event means; an unknown event of a newer server appears only in the log. */
export function read(reader: AnyReader, event: unknown): Told {
  const known = reader[(event as Typed).type];
  return known ? known(event as never) : ASIDE;
}

export const handles = (moves: readonly (readonly [number, number, number])[]): ToldMove[] =>
  moves.map(([handle, from, to]) => ({ id: `h${handle}`, from, to }));
