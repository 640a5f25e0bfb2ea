/** Names on plates above the blocks, of the same size at every zoom, none over another. */
import { centreOf } from './geometry';
import type { Geometry } from './types';

export interface Plate {
  hex: number;
  name: string;
  /** 2 for what counts, 1 for a town of name, 0 for others. */
  worth: number;
  /** How high the blocks of the hex reach above its middle. */
  above?: number;
}

const SIZES = [12, 13, 14.5];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const meets = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Where the blocks of a hex are drawn, on the screen. */
function blocksAt(geometry: Geometry, hex: number, scale: number): Box {
  const { x, y } = centreOf(geometry, hex);
  const [wide, high] = [geometry.hex_width * 0.36, geometry.hex_height * 0.36];
  return { left: (x - wide) * scale, right: (x + wide) * scale, top: (y - high) * scale, bottom: (y + high) * scale };
}

/** Where the plates go at a zoom: right above the blocks of their hexes, else below unless it would seem to name the blocks of another hex;
 * what has no room and is of no worth is left out. `occupied` are the hexes with blocks. */
export function plateMarkup(geometry: Geometry, plates: readonly Plate[], scale: number, occupied: readonly number[] = []): string {
  const taken: Box[] = [];
  const blocks = occupied.map((hex) => ({ hex, box: blocksAt(geometry, hex, scale) }));
  const parts: string[] = [];
  const isFar = geometry.hex_width * scale < 64;
  for (const { hex, name, worth, above = geometry.hex_height / 2 } of plates.toSorted((a, b) => b.worth - a.worth)) {
    if (isFar && !worth) continue;
    const size = (SIZES[worth] ?? 12) * (isFar ? 0.86 : 1);
    const half = (name.length * size * 0.56) / 2 + (isFar ? 4 : 6);
    const high = size * 0.66;
    const { x, y } = centreOf(geometry, hex);
    // the plate's lower edge on the upper edge of the blocks, or its upper edge at the lower corner of the hex
    const spots = [y - above, y + geometry.hex_height * 0.5 + (2 * high) / scale];
    const spot = spots.find((bottom, place) => {
      const box = { left: x * scale - half, right: x * scale + half, top: bottom * scale - 2 * high, bottom: bottom * scale };
      if (taken.some((other) => meets(box, other))) return false;
      if (place && blocks.some((other) => other.hex !== hex && meets(box, other.box))) return false;
      taken.push(box);
      return true;
    });
    if (spot === undefined && worth < 2) continue;
    parts.push(
      `<g class="plate worth-${worth}" data-place="${hex}" style="transform:translate(${x}px,${(spot ?? spots[0]!).toFixed(1)}px) scale(var(--unzoom))">` +
        `<rect x="${-half}" y="${-2 * high}" width="${half * 2}" height="${2 * high}" rx="3"/><text y="${-high + size * 0.34}" font-size="${size.toFixed(1)}">${escape(name)}</text></g>`,
    );
  }
  return parts.join('');
}
