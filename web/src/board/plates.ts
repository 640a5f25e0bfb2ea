/** Names on plates above the blocks, of the same size at every zoom, none over another. */
import { centreOf } from './geometry';
import type { Geometry } from './types';

export interface Plate {
  hex: number;
  name: string;
  /** 2 for places that count, 1 for well-known towns, 0 for others. */
  worth: number;
  /** How high the blocks of the hex reach above its middle. */
  above?: number;
}

const SIZES = [12, 13, 14.5];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const meets = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const isSeenFromAfar = (geometry: Geometry, scale: number): boolean => geometry.hex_width * scale < 64;

/** Where the blocks of a hex are drawn, on the screen; from afar they are one. */
function blocksAt(geometry: Geometry, hex: number, scale: number): Box {
  const { x, y } = centreOf(geometry, hex);
  const share = isSeenFromAfar(geometry, scale) ? 0.28 : 0.36;
  const [wide, high] = [geometry.hex_width * share, geometry.hex_height * share];
  return { left: (x - wide) * scale, right: (x + wide) * scale, top: (y - high) * scale, bottom: (y + high) * scale };
}

/** Where the plates go at a zoom: right above the blocks of their hexes, else below unless it would seem to name the blocks of another hex;
 * names of places without blocks off all blocks; what has no room and is of no worth is left out. `occupied` are the hexes with blocks. */
export function plateMarkup(geometry: Geometry, plates: readonly Plate[], scale: number, occupied: readonly number[] = []): string {
  const taken: Box[] = [];
  const blocks = occupied.map((hex) => ({ hex, box: blocksAt(geometry, hex, scale) }));
  const parts: string[] = [];
  const isFar = isSeenFromAfar(geometry, scale);
  for (const { hex, name, worth, above = geometry.hex_height / 2 } of plates.toSorted((a, b) => b.worth - a.worth)) {
    if (isFar && !worth) continue;
    const size = (SIZES[worth] ?? 12) * (isFar ? 0.86 : 1);
    const half = (name.length * size * 0.56) / 2 + (isFar ? 4 : 6);
    const high = size * 0.66;
    const { x, y } = centreOf(geometry, hex);
    const isBare = !blocks.some((other) => other.hex === hex);
    const aside = (half + 8) / scale;
    // the plate's lower edge on the upper edge of the blocks, or its upper edge at the lower corner of the hex;
    // over a place without blocks beside its sign
    const spots = isBare
      ? [-above, above + (2 * high) / scale, high / scale].flatMap((down) => (down === high / scale ? [-aside, aside] : [0, -aside, aside]).map((right) => [right, down]))
      : [[0, -above], [0, geometry.hex_height * 0.5 + (2 * high) / scale]];
    const spot = spots.find(([right, down], place) => {
      const [middle, bottom] = [(x + right!) * scale, (y + down!) * scale];
      const box = { left: middle - half, right: middle + half, top: bottom - 2 * high, bottom };
      if (taken.some((other) => meets(box, other))) return false;
      if ((place || isBare) && blocks.some((other) => other.hex !== hex && meets(box, other.box))) return false;
      taken.push(box);
      return true;
    });
    if (spot === undefined && worth < 2) continue;
    const [right, down] = spot ?? spots[0]!;
    parts.push(
      `<g class="plate worth-${worth}" data-place="${hex}" style="transform:translate(${(x + right!).toFixed(1)}px,${(y + down!).toFixed(1)}px) scale(var(--unzoom))">` +
        `<rect x="${-half}" y="${-2 * high}" width="${half * 2}" height="${2 * high}" rx="3"/><text y="${-high + size * 0.34}" font-size="${size.toFixed(1)}">${escape(name)}</text></g>`,
    );
  }
  return parts.join('');
}
