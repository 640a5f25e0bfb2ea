/** What playback needs from a view, by title: control, supply, positions. */
import type { blocks_in_the_east, eastfront, proving_ground } from '../wire';
import type { Sightings } from '../titles/faces';

export interface SeenView {
  viewer: number;
  blocks: Sightings;
}

export interface Standing {
  id: string;
  side: number;
  hex: number;
  /** Below zero while its face is not known. */
  block: number;
  steps: number;
}

export interface CutOff {
  id: string;
  side: number;
  hex: number;
}

export interface ViewFacts {
  /** The hexes of each side, if only views show who holds a place; null if the log says it. */
  held(view: unknown): [number[], number[]] | null;
  /** The hexes of each side as the map shows them, or null if a title has no control of hexes. */
  control(view: unknown): [number[], number[]] | null;
  cutOff(view: unknown): CutOff[];
  /** The side whose turn it is; below zero if nobody's. */
  active(view: unknown): number;
}

/** Everybody on the map, own blocks and others. */
export function standing(view: unknown): Standing[] {
  const { viewer, blocks } = view as SeenView;
  const own = blocks.own.filter(([, location]) => location >= 0).map(([block, hex, , steps]) => ({ id: `b${block}`, side: viewer, hex, block, steps }));
  const seen = blocks.seen.map(([handle, side, hex, block, steps]) => ({ id: `h${handle}`, side, hex, block, steps }));
  return [...own, ...seen];
}

const UNSUPPLIED = 4;
const MARKED = 1;

function cut(view: SeenView, flags: readonly number[] | undefined, flag: number, marked: readonly number[]): CutOff[] {
  const own = view.blocks.own
    .filter(([, location], place) => location >= 0 && (flags?.[place] ?? 0) & flag)
    .map(([block, hex]) => ({ id: `b${block}`, side: view.viewer, hex }));
  const others = view.blocks.seen.filter(([handle]) => marked.includes(handle)).map(([handle, side, hex]) => ({ id: `h${handle}`, side, hex }));
  return [...own, ...others];
}

const EASTFRONT: ViewFacts = {
  held: (view) => [(view as eastfront.EastFrontView).axis_hexes, (view as eastfront.EastFrontView).soviet_hexes],
  control: (view) => [(view as eastfront.EastFrontView).axis_hexes, (view as eastfront.EastFrontView).soviet_hexes],
  cutOff: (view) => {
    const seen = view as eastfront.EastFrontView;
    return cut(seen as unknown as SeenView, seen.own?.flags, UNSUPPLIED, seen.unsupplied);
  },
  active: (view) => ((view as eastfront.EastFrontView).phase >= 3 ? (view as eastfront.EastFrontView).active : -1),
};

const SERIES: ViewFacts = {
  held: () => null,
  control: (view) => [(view as blocks_in_the_east.SeriesView).axis_hexes, []],
  cutOff: (view) => {
    const seen = view as blocks_in_the_east.SeriesView;
    return cut(seen as unknown as SeenView, seen.own?.flags, MARKED, seen.marked);
  },
  active: (view) => ((view as blocks_in_the_east.SeriesView).phase > 0 ? (view as blocks_in_the_east.SeriesView).active : -1),
};

const PROVING_GROUND: ViewFacts = {
  held: () => null,
  control: (view) => {
    const [first = [], second = []] = (view as proving_ground.View).control;
    return [first, second];
  },
  cutOff: () => [],
  active: (view) => (view as proving_ground.View).active,
};

export function viewFactsOf(title: string): ViewFacts {
  if (title === 'eastfront') return EASTFRONT;
  return title.startsWith('blocks_') ? SERIES : PROVING_GROUND;
}
