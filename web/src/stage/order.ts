/** The order in which the units of a battle fire, as far as rules and dice show it. */
import type { UnitSymbol } from '../board/types';
import type { Fighter } from './battle';
import type { BattleBeat } from './beats';

export interface FireFacts {
  /** The lowest face that hits; nothing if the unit does not fire or it is not known. */
  lowest(block: number): number | undefined;
  dice(one: Fighter): number;
  symbol(block: number): UnitSymbol | undefined;
}

/** Where a unit fires among the five steps of a battle of the series; aircraft fire in several of them. */
function stepOf(symbol: UnitSymbol | undefined): number | null {
  if (symbol === undefined || symbol === 'air' || symbol === 'strategic_air') return null;
  return symbol === 'artillery' ? 4 : 5;
}

/** A number for each unit: in a battle of the series its step, else its place, defenders first and the best of a side before the others. */
export function orderOfFire(all: readonly Fighter[], battle: Pick<BattleBeat, 'attacker' | 'throws'>, isSeries: boolean, facts: FireFacts): Map<number, number> {
  const standing = all.filter((one) => one.block >= 0 && one.state !== 'back' && facts.lowest(one.block) !== undefined);
  if (isSeries) return new Map(standing.flatMap((one) => (stepOf(facts.symbol(one.block)) === null ? [] : [[one.block, stepOf(facts.symbol(one.block))!]])));
  const fired = [...new Set(battle.throws.flatMap(({ shots }) => shots.map((shot) => shot.block)))];
  const rank = (one: Fighter): number => (one.side === battle.attacker ? 1 : 0);
  const coming = standing
    .filter((one) => !fired.includes(one.block))
    .toSorted((a, b) => rank(a) - rank(b) || facts.lowest(a.block)! - facts.lowest(b.block)! || facts.dice(b) - facts.dice(a));
  const firing = fired.filter((block) => standing.some((one) => one.block === block));
  return new Map([...firing, ...coming.map((one) => one.block)].map((block, place) => [block, place + 1]));
}
