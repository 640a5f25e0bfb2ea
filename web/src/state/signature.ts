/** What the odds of a battle depend on, as a text: as long as it is the same, so are they. */
import type { Piece } from '../board/types';
import { blockOfId } from '../titles/faces';

interface View {
  own?: Record<string, unknown> | null;
  blocks?: { own: readonly (readonly unknown[])[] };
  [field: string]: unknown;
}

/** Fields that change with every order, wherever it is given, and say nothing of a battle. */
const ELSEWHERE = new Set(['blocks', 'own', 'frames', 'viewer', 'budget', 'supreme_moves', 'pool', 'axis_hexes', 'soviet_hexes', 'second_hexes', 'axis_last', 'in_command', 'done', 'rail_moves']);

/** The parts of a view that name the hex, a block in it or a headquarters; numbers that hold everywhere, such as phase and weather. */
export function battleSignature(view: unknown, pieces: readonly Piece[], hex: number, thrown: number): string {
  const { own, blocks, ...open } = view as View;
  const here = pieces.filter((piece) => piece.hex === hex || piece.isHeadquarters);
  const numbers = new Set([hex, ...here.map(({ id }) => blockOfId(id) ?? Number(id.slice(1)))]);
  const mine = new Map((blocks?.own ?? []).map(([block], place) => [place, numbers.has(Number(block))]));
  const standing = here.map((piece) => [piece.id, piece.hex, piece.facing, piece.face?.strength ?? '', ...piece.states].join(' ')).sort();
  const told = [open, own ?? {}].flatMap((fields) => Object.entries(fields).map(([name, value]) => [name, part(name, value, numbers, mine)]));
  return JSON.stringify([hex, thrown, standing, told.filter(([, value]) => value !== null)]);
}

function part(name: string, value: unknown, numbers: ReadonlySet<number>, mine: ReadonlyMap<number, boolean>): unknown {
  if (ELSEWHERE.has(name)) return null;
  if (!Array.isArray(value)) return typeof value === 'object' ? null : value;
  if (!value.length) return null;
  if (value.every((one) => typeof one === 'number') && value.length === mine.size) return value.filter((_, place) => mine.get(place));
  const bearing = value.filter((one: unknown) => (Array.isArray(one) ? one.some((number) => numbers.has(Number(number))) : numbers.has(Number(one))));
  return bearing.length ? bearing : null;
}
