/** A set-up in the making: begun with a proposal, altered by hand, and checked by the server after every change. */
import { blockOfId, ownId } from '../titles/faces';
import type { Placement } from '../titles/title';
import type { Detail } from '../wire';
import type { GameSession } from './session.svelte';

const DEPLOY = 'deploy_forces';

export class Deployment {
  /** The set-up as changed by hand; null while it is the first proposal. */
  private altered = $state.raw<Placement[] | null>(null);
  problems = $state.raw<Detail[]>([]);
  isChecking = $state(false);
  private asked = 0;

  constructor(private readonly session: GameSession) {}

  /** Set-ups as they were before each change. */
  private before = $state.raw<(Placement[] | null)[]>([]);

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  async undo(): Promise<void> {
    if (!this.before.length) return;
    this.altered = this.before.at(-1) ?? null;
    this.before = this.before.slice(0, -1);
    await this.check();
  }

  forget(): void {
    this.before = [];
    this.altered = null;
    this.problems = [];
  }

  private get proposals(): Placement[][] {
    return this.session.common
      .map((choice) => (choice.action as { placements?: Placement[] }).placements)
      .filter((placements): placements is Placement[] => placements !== undefined);
  }

  get proposalCount(): number {
    return this.session.isDeploying ? this.proposals.length : 0;
  }

  get placements(): Placement[] {
    return this.altered ?? (this.session.isDeploying ? (this.proposals[0] ?? []) : []);
  }

  get isAltered(): boolean {
    return this.altered !== null;
  }

  placementOf(id: string | null): Placement | null {
    const block = id === null ? null : blockOfId(id);
    return this.placements.find(([one]) => one === block) ?? null;
  }

  get ids(): Set<string> {
    return new Set(this.placements.map(([block]) => ownId(block)));
  }

  propose(number: number): void {
    const all = this.proposals;
    this.take(all[number % Math.max(all.length, 1)] ?? []);
  }

  /** A proposal is known to be allowed. */
  take(placements: Placement[]): void {
    this.asked += 1;
    this.before = [...this.before, this.altered];
    this.altered = placements;
    this.problems = [];
  }

  async put(block: number, hex: number): Promise<void> {
    await this.alter((one) => (one[0] === block ? [one[0], one[1], hex] : one));
  }

  async strengthen(block: number, strength: number): Promise<void> {
    await this.alter((one) => (one[0] === block ? [one[0], strength, one[2]] : one));
  }

  private async alter(change: (one: Placement) => Placement): Promise<void> {
    const { altered } = this;
    this.altered = this.placements.map(change);
    this.before = [...this.before, altered];
    await this.check();
  }

  private async check(): Promise<void> {
    const { api, state } = this.session;
    if (!api || !state) return;
    const number = ++this.asked;
    this.isChecking = true;
    try {
      const answer = await api.whyNot({ type: DEPLOY, placements: this.placements }, state.viewer);
      if (number !== this.asked) return;
      const whole: Detail = { text: answer.text, because: answer.because, values: answer.values, clause: answer.clause };
      this.problems = answer.allowed ? [] : answer.details.length ? answer.details : [whole];
    } catch (error) {
      this.session.problem(error);
    } finally {
      if (number === this.asked) this.isChecking = false;
    }
  }

  async deploy(): Promise<void> {
    await this.session.submit({ action: { type: DEPLOY, placements: this.placements } });
  }
}
