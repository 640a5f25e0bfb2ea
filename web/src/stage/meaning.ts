/** What a battle means beyond its hex: points, railways, supply. From the viewer's own balance, overlays and view alone. */
import { trackOf } from './aim';
import { viewFactsOf, standing } from './view-facts';
import type { Aim, Layer, Overlay } from '../wire';
import type { Outcome } from './battle';

/** How far a railway is followed to the next named place. */
const FARTHEST = 6;
const MOST_PLACES = 3;

export interface Meaning {
  /** By how much the balance has moved, as the viewer's side counts it, and the level it has come to if that is another. */
  balance: { change: number; level: { winner: number; level: string } | null } | null;
  /** A place that counts for the aim, and whose it is now; `points` is null where places are counted, not points. */
  place: { side: number; points: number | null; isNew: boolean } | null;
  /** Places to which trains of the new master can go from here. */
  opened: number[];
  /** Places between which the old master's railway is cut here. */
  cut: number[];
  /** Units that are without supply now and were not known to be before. */
  unsupplied: { side: number; blocks: number[]; count: number; hex: number }[];
}

export interface Asked {
  title: string;
  viewer: number;
  hex: number;
  attacker: number;
  result: Outcome;
  aim: Aim | null;
  /** The balance before and after the battle, as far as the viewer could know it. */
  balance: { before: [number, number]; after: [number, number] } | null;
  /** Railways of the map. */
  rails: readonly (readonly [number, number])[];
  /** Overlays of the position after the battle; null where they are not known. */
  rail: Overlay | null;
  supply: Overlay | null;
  /** The views before and after. */
  before: unknown;
  after: unknown;
  isNamed(hex: number): boolean;
}

const middle = ([low, high]: readonly [number, number]): number => Math.round((low + high) / 2);

function balanceOf({ aim, balance, viewer }: Asked): Meaning['balance'] {
  if (!aim || !balance || !aim.levels.length) return null;
  const change = (middle(balance.after) - middle(balance.before)) * (viewer === 1 - aim.counts ? -1 : 1);
  if (!change) return null;
  const [old, now] = [balance.before, balance.after].map((span) => trackOf({ ...aim, balance: span })!.now);
  const isOther = old!.winner !== now!.winner || old!.level !== now!.level;
  return { change: aim.kind === 'points' ? change : 0, level: isOther ? now! : null };
}

function placeOf({ aim, hex, result, attacker }: Asked): Meaning['place'] {
  const place = aim?.places.find((one) => one.hex === hex);
  if (!aim || !place) return null;
  return { side: result === 'taken' ? attacker : 1 - attacker, points: aim.kind === 'points' && place.points ? place.points : null, isNew: result === 'taken' };
}

type Net = ReadonlyMap<number, readonly number[]>;

function netOf(lines: readonly (readonly [number, number])[]): Net {
  const found = new Map<number, number[]>();
  const join = (from: number, to: number): void => void found.set(from, [...(found.get(from) ?? []), to]);
  for (const [one, other] of lines) {
    join(one, other);
    join(other, one);
  }
  return found;
}

/** The next named place along a railway; if it forks before that, the last hex before the fork. */
function along(net: Net, from: number, first: number, isNamed: (hex: number) => boolean): number {
  let [last, here] = [from, first];
  for (let steps = 1; steps < FARTHEST && !isNamed(here); steps += 1) {
    const on = (net.get(here) ?? []).filter((hex) => hex !== last);
    if (on.length !== 1) break;
    [last, here] = [here, on[0]!];
  }
  return here;
}

function layerOf(overlay: Overlay | null, name: string, side: number): Layer | undefined {
  return overlay?.layers.find((layer) => layer.name === name && layer.side === side);
}

function railwaysOf(asked: Asked): Pick<Meaning, 'opened' | 'cut'> {
  const { rail, hex, attacker, rails, isNamed, result } = asked;
  if (result !== 'taken' || !rail) return { opened: [], cut: [] };
  const mine = netOf(layerOf(rail, 'rail_net', attacker)?.lines ?? []);
  const theirs = netOf(layerOf(rail, 'rail_net', 1 - attacker)?.lines ?? []);
  const named = (hexes: readonly number[], net: Net): number[] => [...new Set(hexes.map((one) => along(net, hex, one, isNamed)))].filter((one) => isNamed(one) && one !== hex);
  const opened = named(mine.get(hex) ?? [], mine);
  const cut = named((netOf(rails).get(hex) ?? []).filter((one) => theirs.has(one)), theirs);
  return { opened: opened.slice(0, MOST_PLACES), cut: cut.length > 1 ? cut.slice(0, 2) : [] };
}

function unsuppliedOf({ title, viewer, supply, before, after, hex, result }: Asked): Meaning['unsupplied'] {
  if (result !== 'taken' || !supply || viewer < 0) return [];
  const known = new Set(viewFactsOf(title).cutOff(before).map(({ id }) => id));
  const cutOff = new Set(layerOf(supply, 'cut_off', viewer)?.hexes ?? []);
  const reached = new Set(['rail_supplied', 'supplied'].flatMap((name) => layerOf(supply, name, 1 - viewer)?.hexes ?? []));
  const all = standing(after).filter((one) => one.hex !== hex && !known.has(one.id));
  const mine = all.filter((one) => one.side === viewer && cutOff.has(one.hex));
  // without any layer of the other side nothing is known of its supply
  const theirs = reached.size ? all.filter((one) => one.side === 1 - viewer && !reached.has(one.hex)) : [];
  return [mine, theirs].flatMap((units) =>
    units.length ? [{ side: units[0]!.side, blocks: units.map((one) => one.block).filter((block) => block >= 0), count: units.length, hex: units[0]!.hex }] : [],
  );
}

export function meaning(asked: Asked): Meaning {
  return { balance: balanceOf(asked), place: placeOf(asked), ...railwaysOf(asked), unsupplied: unsuppliedOf(asked) };
}
