/** The board as it truly was: what each side sees of itself, put together. */
import type { Piece } from '../board/types';
import type { BlockView } from './generic';
import type { BoardFacts, TitleAdapter } from './title';

export function truePieces(adapter: TitleAdapter, views: readonly unknown[], facts: BoardFacts): Piece[] {
  return (views as BlockView[]).flatMap((view) => {
    const own = { ...view, blocks: { ...view.blocks, seen: [], open: [] } };
    return adapter.pieces(own, facts).map((piece): Piece => ({ ...piece, row: view.viewer === 0 ? 'near' : 'far' }));
  });
}
