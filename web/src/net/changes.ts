/** Applies updates that hold only what has changed. */
import type * as wire from '../wire';

type Json = Record<string, unknown>;

/** A copy of a value with another value at the end of a path; everything off the path is shared. */
function replaced(value: unknown, path: readonly (string | number)[], put: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return put;
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    copy[first as number] = replaced(copy[first as number], rest, put);
    return copy;
  }
  const known = (value ?? {}) as Json;
  return { ...known, [first]: replaced(known[first], rest, put) };
}

export function patched(view: unknown, patches: readonly wire.ChangeMessage['view'][number][]): unknown {
  return patches.reduce<unknown>((now, [path, value]) => replaced(now, path, value), view);
}

/** The state after a change. */
export function changed(state: wire.GameState, change: wire.ChangeMessage): wire.GameState {
  return { ...state, ...(change.state as Partial<wire.GameState>), view: patched(state.view, change.view) };
}

/** The choices after a change: groups that were not sent again are taken from the old ones. */
export function changedLegal(known: wire.Legal | null, change: wire.LegalChange | null): wire.Legal | null {
  if (!change) return null;
  const groups = new Map((known?.groups ?? []).map((group) => [group.block, group]));
  for (const group of change.groups) groups.set(group.block, group);
  const ordered = change.blocks.map((block) => groups.get(block)).filter((group) => group !== undefined);
  return { decision: change.decision, count: change.count, groups: ordered };
}
