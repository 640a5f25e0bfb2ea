/** A battle at a moment of its playback, and its outcome. Made from the beat and the viewer's own views. */
import { frameAfter, frameBefore, type BattleBeat, type Frame, type Loss } from './beats';
import { standing } from './view-facts';

export interface Fighter {
  key: string;
  side: number;
  /** Below zero while its face is not known. */
  block: number;
  /** Its steps at the beginning and at this moment. */
  came: number;
  steps: number;
  state: 'stands' | 'destroyed' | 'back';
  /** What has just happened to it. */
  now: Loss['what'] | null;
}

/** How far a battle has been played: up to this throw and this loss of it; before the reveal no face is turned up. */
export interface Moment {
  isRevealed: boolean;
  throw: number;
  loss: number;
}

export const END: Moment = { isRevealed: true, throw: Infinity, loss: Infinity };

export type Outcome = 'taken' | 'holds' | 'goes_on' | 'broken_off';

type SideOf = (block: number) => number;

/** Losses up to a moment, in order; the last one happens in it. */
function suffered(battle: BattleBeat, { throw: thrown, loss }: Moment): Loss[] {
  return battle.throws.flatMap((one, number) => {
    if (number > thrown) return [];
    return number < thrown ? one.losses : one.losses.slice(0, loss + 1);
  });
}

/** A strike sent by a headquarters elsewhere, which does not itself fight here. */
const FROM_AFAR = 'air';

function mentioned(battle: BattleBeat): number[] {
  const fired = battle.throws.filter((one) => one.step !== FROM_AFAR).flatMap((one) => one.shots.map((shot) => shot.block));
  const lost = [...battle.losses, ...battle.throws.flatMap((one) => one.losses)].map((loss) => loss.block);
  return [...fired, ...lost].filter((block) => block >= 0);
}

/** The units seen in the hex from just before the battle to its end, each once. */
function roll(battle: BattleBeat, frames: readonly Frame[], sideOf: SideOf): { known: Map<number, Fighter>; hidden: Fighter[] } {
  const steps = new Map(battle.revealed);
  const eve = frameBefore(frames, battle);
  const during = frames.filter((frame) => frame.lines > battle.first && frame.lines <= battle.last + 1);
  const known = new Map<number, Fighter>();
  const hidden: Fighter[] = [];
  const add = (block: number, side: number, came: number): void => {
    if (known.has(block)) return;
    const start = steps.get(block) ?? came;
    known.set(block, { key: `b${block}`, side, block, came: start, steps: start, state: 'stands', now: null });
  };
  for (const frame of [...(eve ? [eve] : []), ...during]) {
    for (const one of standing(frame.view)) {
      if (one.hex !== battle.hex) continue;
      if (one.block >= 0) add(one.block, one.side, one.steps);
      else if (frame === eve) hidden.push({ key: one.id, side: one.side, block: -1, came: 0, steps: 0, state: 'stands', now: null });
    }
  }
  for (const block of mentioned(battle)) add(block, sideOf(block), Math.max(1, ...battle.throws.flatMap(({ losses }) => losses.filter((loss) => loss.block === block).map((loss) => loss.steps + 1))));
  return { known, hidden };
}

/** Both sides at a moment. Before the reveal, units with unknown faces show their backs. */
export function fighters(battle: BattleBeat, frames: readonly Frame[], moment: Moment, sideOf: SideOf): Fighter[] {
  const { known, hidden } = roll(battle, frames, sideOf);
  const eve = frameBefore(frames, battle);
  const open = new Set(eve ? standing(eve.view).filter((one) => one.block >= 0).map((one) => one.block) : []);
  const viewerFaces = (one: Fighter): boolean => moment.isRevealed || open.has(one.block);
  const faces = [...known.values()];
  const turned = (side: number): number => faces.filter((one) => one.side === side && !open.has(one.block)).length;
  const backs = [0, 1].flatMap((side) => {
    const there = hidden.filter((one) => one.side === side);
    return there.slice(Math.min(there.length, turned(side)));
  });
  const past = suffered(battle, moment);
  const shown = faces.map((one) => {
    const found: Fighter = { ...one };
    past.forEach((loss, place) => {
      if (loss.block !== one.block) return;
      if (loss.what === 'step') found.steps = loss.steps;
      else if (loss.what === 'destroyed') [found.steps, found.state] = [0, 'destroyed'];
      else if (loss.what === 'back') found.state = 'back';
      found.now = place === past.length - 1 ? loss.what : null;
    });
    return viewerFaces(one) ? found : { ...found, key: `?${one.key}`, block: -1, came: 0, steps: 0 };
  });
  return [...shown, ...backs];
}

/** Who holds the hex after the beat. */
export function outcome(battle: BattleBeat, frames: readonly Frame[]): Outcome {
  const after = frameAfter(frames, battle);
  const sides = new Set(after ? standing(after.view).filter((one) => one.hex === battle.hex).map((one) => one.side) : []);
  const defender = 1 - battle.attacker;
  if (!battle.isOver || sides.size > 1) return 'goes_on';
  if (sides.has(defender)) return battle.brokenOff || battle.throws.some((one) => one.losses.some((loss) => loss.what === 'back')) ? 'broken_off' : 'holds';
  return 'taken';
}

/** Steps each side lost, and who was destroyed. */
export function losses(battle: BattleBeat, sideOf: SideOf): { steps: [number, number]; destroyed: number[] } {
  const steps: [number, number] = [0, 0];
  const destroyed: number[] = [];
  for (const loss of [...battle.losses, ...battle.throws.flatMap((one) => one.losses)]) {
    const side = sideOf(loss.block) === 1 ? 1 : 0;
    if (loss.what === 'step') steps[side] += 1;
    if (loss.what === 'destroyed') {
      steps[side] += 1;
      destroyed.push(loss.block);
    }
  }
  return { steps, destroyed };
}

export interface Tally {
  dice: number;
  hits: number;
  expected: number;
}

/** The dice of each side, and the hits to be expected from them. */
export function tally(battle: BattleBeat): [Tally, Tally] {
  const found: [Tally, Tally] = [{ dice: 0, hits: 0, expected: 0 }, { dice: 0, hits: 0, expected: 0 }];
  for (const { side, faces, hits, shots } of battle.throws) {
    const one = found[side === 1 ? 1 : 0];
    one.dice += faces.length;
    one.hits += hits;
    one.expected += shots.reduce((sum, { dice, lowest }) => sum + (lowest > 0 ? (dice * Math.max(0, 7 - lowest)) / 6 : 0), 0);
  }
  return found;
}
