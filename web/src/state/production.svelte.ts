/** The production sheet: what can be bought for every block, at what price, and what a machine player would buy. */
import type { Choice, ProposedAction } from '../wire';
import type { GameSession } from './session.svelte';

const KINDS = ['step', 'cadre', 'rebuild', 'arrive', 'reinforce', 'disband'];
/** So many choices of each kind are enough to tell the price, and whether there is a choice of places. */
const EXAMPLES = 2;

export interface Offer {
  block: number;
  choices: Choice[];
}

export function kindOf(choice: { action: unknown }): string {
  return String((choice.action as { type?: string }).type ?? '');
}

export class ProductionSheet {
  private offers = $state.raw(new Map<number, Choice[]>());
  proposal = $state.raw<ProposedAction[] | null>(null);
  isAsking = $state(false);
  private loaded: unknown = null;

  constructor(private readonly session: GameSession) {}

  /** What can be bought for every block; of a long list, which comes without choices, a few of each kind are asked for. */
  async load(): Promise<void> {
    const { legal, api, state, groups } = this.session;
    if (!legal || !api || !state || this.loaded === legal) return;
    this.loaded = legal;
    this.proposal = null;
    if (groups.every((group) => group.choices.length)) {
      this.offers = new Map(groups.map((group) => [group.block!, group.choices]));
      return;
    }
    const known = await api.legal(state.viewer, null, EXAMPLES);
    if (this.loaded === legal) this.offers = new Map(known.groups.filter(({ block }) => block !== null).map((group) => [group.block!, group.choices]));
  }

  /** Offers by kind of purchase, those known by name first. */
  get kinds(): { kind: string; offers: Offer[] }[] {
    const present = new Set([...this.offers.values()].flat().map(kindOf));
    const order = [...KINDS.filter((kind) => present.has(kind)), ...[...present].filter((kind) => !KINDS.includes(kind))];
    return order.map((kind) => ({ kind, offers: this.of(kind) }));
  }

  private of(kind: string): Offer[] {
    return [...this.offers]
      .map(([block, choices]) => ({ block, choices: choices.filter((choice) => kindOf(choice) === kind) }))
      .filter(({ choices }) => choices.length > 0);
  }

  async ask(): Promise<void> {
    const { api, state } = this.session;
    if (!api || !state) return;
    this.isAsking = true;
    try {
      const { actions } = await api.proposal(state.viewer);
      this.proposal = actions.filter((one) => kindOf(one) !== 'end');
    } catch (error) {
      this.session.problem(error);
    } finally {
      this.isAsking = false;
    }
  }

  async take(): Promise<void> {
    const wanted = (this.proposal ?? []).map(({ action }) => action);
    this.proposal = null;
    await this.session.submitAll(wanted);
  }
}
