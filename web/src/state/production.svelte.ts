/** The production sheet: what can be bought for every block, at what price, and what a machine player would buy. */
import type { Choice, ProposedAction } from '../wire';
import type { GameSession } from './session.svelte';

const AT_ONCE = 4;
const KINDS = ['step', 'cadre', 'rebuild', 'arrive', 'disband'];

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

  /** The whole list, block by block; long lists come without choices, so each block is asked for. */
  async load(): Promise<void> {
    const { legal, api, state } = this.session;
    if (!legal || !api || !state || this.loaded === legal) return;
    this.loaded = legal;
    this.proposal = null;
    const groups = this.session.groups;
    const found = new Map(groups.map((group) => [group.block!, group.choices]));
    const missing = groups.filter((group) => !group.choices.length).map((group) => group.block!);
    this.offers = new Map(found);
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const answers = await Promise.all(missing.slice(from, from + AT_ONCE).map((block) => api.legal(state.viewer, block)));
      if (this.loaded !== legal) return;
      for (const answer of answers) for (const group of answer.groups) found.set(group.block!, group.choices);
      this.offers = new Map(found);
    }
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
