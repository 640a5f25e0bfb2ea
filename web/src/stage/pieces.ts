/** Blocks as they are drawn off the map: on the stage, in a call-out, in a summary. */
import type { Piece } from '../board/types';
import { ownPiece, seenPiece } from '../titles/faces';
import type { BoardFacts } from '../titles/title';
import type { Fighter } from './battle';
import type { Words } from './words';

/** A fighter as a piece: with its face if that is known, else its back. */
export function fighterPiece({ facts, adapter, viewer }: Words, one: Fighter, hex: number): Piece {
  const steps = Math.max(one.steps, 1);
  const row = one.side === (viewer < 0 ? 0 : viewer) ? 'near' : 'far';
  if (one.block < 0) return seenPiece(facts, [-1, one.side, hex, -1, 0, false, 0, poolOf(facts, one.key)], adapter.sideLabel(one.side), row);
  return { ...ownPiece(facts, one.block, steps, hex), id: one.key, row };
}

/** The colour of a hidden block by its handle: handles are dealt among blocks of one colour. */
function poolOf(facts: BoardFacts, key: string): number {
  const pool = key.startsWith('h') ? facts.block(Number(key.slice(1)))?.pool : undefined;
  return pool === undefined ? -1 : facts.board.pools.indexOf(pool);
}

export function blockPiece(words: Words, block: number, steps: number): Piece {
  return fighterPiece(words, { key: `b${block}`, side: words.facts.block(block)?.side ?? 0, block, came: steps, steps, state: 'stands', now: null }, -1);
}
