import { describe, expect, it } from 'vitest';
import { changed, changedLegal, patched } from '../src/net/changes';
import type * as wire from '../src/wire';

describe('changes', () => {
  const view = { phase: 1, blocks: { own: [[1, 10], [2, 20], [3, 30]], seen: [] }, own: null };

  it('put new values where they belong, and share the rest', () => {
    const now = patched(view, [[['phase'], 2], [['blocks', 'own', 1], [2, 21]], [['late'], [7]]]) as typeof view;
    expect(now).toEqual({ phase: 2, blocks: { own: [[1, 10], [2, 21], [3, 30]], seen: [] }, own: null, late: [7] });
    expect(view.blocks.own[1]).toEqual([2, 20]);
    expect(now.blocks.own[0]).toBe(view.blocks.own[0]);
    expect(now.blocks.seen).toBe(view.blocks.seen);
  });

  it('leave alone what they do not name', () => {
    const state = { decision: 4, my_decision: true, view } as unknown as wire.GameState;
    const change = { type: 'change', state: { decision: 5 }, view: [], log_from: 0, lines: [], legal: null } as wire.ChangeMessage;
    expect(changed(state, change)).toEqual({ decision: 5, my_decision: true, view });
  });

  it('keep groups that are not sent again, in the order that is told', () => {
    const group = (block: number | null, count: number): wire.ChoiceGroup => ({ block, count, hexes: [], kinds: [], choices: [] });
    const known: wire.Legal = { decision: 1, count: 6, groups: [group(null, 1), group(3, 2), group(4, 3)] };
    const change: wire.LegalChange = { decision: 2, count: 6, groups: [group(5, 4)], blocks: [5, null, 4] };
    expect(changedLegal(known, change)).toEqual({ decision: 2, count: 6, groups: [group(5, 4), group(null, 1), group(4, 3)] });
    expect(changedLegal(known, null)).toBeNull();
  });
});
