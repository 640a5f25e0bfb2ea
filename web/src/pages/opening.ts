/** The first position of a scenario as pieces, for pages that have no board. */
import { slots } from '../board/geometry';
import { pieceMarkup, PIECE_SIZE } from '../board/piece';
import { nameOf } from '../i18n/names.svelte';
import type { Piece } from '../board/types';
import { faceOf, nationOf, signOf } from '../titles/faces';
import type { OpeningBlock } from '../wire';

function pieceOf(block: OpeningBlock, number: number, nations: readonly string[]): Piece {
  const { face, side, hex, steps } = block;
  const nation = face ? nationOf(face) : (nations[side] ?? `side-${side}`);
  const shown = face ? { facing: 'face' as const, face: faceOf({ ...face, name: nameOf(face.name) }, steps) } : { facing: 'back' as const };
  return { id: `o${number}`, hex, side, nation, sign: signOf(nation), states: [], row: side === 0 ? 'near' : 'far', label: '', ...shown };
}

/** All blocks as SVG in the units of the sheet, those farther up first. */
export function openingMarkup(opening: readonly OpeningBlock[], nations: readonly string[]): string {
  const hexes = Map.groupBy(opening, (block) => block.hex);
  const stacks = [...hexes.values()].toSorted((a, b) => a[0]!.y - b[0]!.y || a[0]!.x - b[0]!.x);
  return stacks
    .map((there) => {
      const [far, near] = [there.filter((block) => block.side !== 0), there.filter((block) => block.side === 0)];
      const places = slots(near.length, far.length);
      const draw = (blocks: OpeningBlock[], free: typeof places.near): string =>
        blocks.map((block, number) => {
          const { x, y, size } = free[number]!;
          return `<g transform="translate(${block.x + x} ${block.y + y}) scale(${size / PIECE_SIZE})">${pieceMarkup(pieceOf(block, number, nations))}</g>`;
        }).join('');
      return draw(far, places.far) + draw(near, places.near);
    })
    .join('');
}
