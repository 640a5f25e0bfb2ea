/** A board with the names of its places and blocks in the reader's language. */
import { has, t } from '../i18n/index.svelte';
import type { Board, BoardBlock } from '../wire';

/** A name as the reader's language has it. */
export type NameOf = (english: string) => string;

export function boxName(id: string): string {
  return id.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** Armies and corps of several nations bear the same number: those that do are called with their nation. */
function blocksCalled(blocks: readonly BoardBlock[], names: NameOf): BoardBlock[] {
  const times = new Map<string, number>();
  for (const { name } of blocks) times.set(name, (times.get(name) ?? 0) + 1);
  return blocks.map((block) => {
    const [name, power] = [names(block.name), `series.power.${block.nation}`];
    return { ...block, name: times.get(block.name)! > 1 && has(power) ? t('block.of_nation', { name, nation: t(power) }) : name };
  });
}

export function localised(board: Board, names: NameOf): Board {
  const called = <T extends { name: string }>(list: readonly T[]): T[] => list.map((one) => ({ ...one, name: names(one.name) }));
  return {
    ...board,
    places: called(board.places),
    hexes: called(board.hexes),
    ports: called(board.ports),
    production: called(board.production),
    blocks: blocksCalled(board.blocks, names),
  };
}
