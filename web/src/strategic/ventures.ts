/** Risky actions other than battles: passages, landings, raids, reconnaissance. */
import type { GameSession } from '../state/session.svelte';
import type { Passage } from '../wire';

const VENTURES = new Set(['land', 'ship', 'reembark', 'scout', 'bomb', 'sortie']);
const LANDINGS = new Set(['land', 'hold']);

/** Decisions of a side that sends raids or defends against them. */
export const RAIDING: ReadonlySet<string> = new Set(['StrategicWarfarePhase', 'send_raid', 'intercept_raid']);
/** Questions that are answered on the strategic panel. */
export const STRATEGIC: ReadonlySet<string> = new Set([...RAIDING, 'ConvoyWar', 'buy_abroad', 'Bombardment', 'AirWarMonth', 'scramble', 'Harbours']);
export const SECOND_WAVE = 'SecondWave';

/** Orders that belong to a section of the strategic panel: they can be given there. */
export const ORDERS: Record<string, readonly string[]> = {
  mulberries: ['pay_mulberry', 'place_mulberry'],
  radar: ['restore_radar'],
  convoys: ['name_route'],
  america: ['buy_abroad'],
  weapons: ['aim_rocket', 'aim_rocket_at_unit'],
  air_war: ['repair_interceptor', 'send_bomber', 'scramble'],
  factories: ['invest', 'invest_for', 'repair'],
  garrisons: ['partisans'],
};
/** Purchases among them: far too many to stand beside the question of what to produce. */
const PURCHASES = new Set(['pay_mulberry', 'restore_radar', 'repair_interceptor', 'invest', 'invest_for', 'repair', 'partisans']);

export function isStrategicPurchase(action: unknown): boolean {
  return PURCHASES.has(typeOf(action));
}

export function typeOf(action: unknown): string {
  return String((action as { type?: string }).type ?? '');
}

export function isVenture(action: unknown): boolean {
  return VENTURES.has(typeOf(action));
}

interface LandingView {
  landings?: readonly unknown[];
  holding?: readonly unknown[];
  own?: { landings?: readonly unknown[]; holding?: readonly unknown[] } | null;
}

/** Whether there are landings to plan or to show now. */
export function hasLandings(session: GameSession): boolean {
  if (session.isMine && session.groups.some((group) => group.kinds.some((kind) => LANDINGS.has(kind)))) return true;
  const { landings, holding, own } = (session.view ?? {}) as LandingView;
  return [landings, holding, own?.landings, own?.holding].some((list) => Boolean(list?.length));
}

/** The order that sends a unit to a beach. */
export function landing({ block, hq }: Passage, to: number): { type: 'land'; block: number; to: number; hq: number } {
  return { type: 'land', block, to, hq };
}

/** Of several headquarters that could send a unit, the one with the lowest price, then with the most points left. */
export function cheapest(passages: readonly Passage[], left: ReadonlyMap<number, number>): Passage | null {
  const rank = (one: Passage): number => one.price * 1000 - (left.get(one.hq) ?? 0);
  return passages.reduce<Passage | null>((best, one) => (best && rank(best) <= rank(one) ? best : one), null);
}

/** Points that some orders cost each headquarters. */
export function spentBy(passages: readonly Passage[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { hq, price } of passages) if (hq >= 0) found.set(hq, (found.get(hq) ?? 0) + price);
  return found;
}
