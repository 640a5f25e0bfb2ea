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

/** Where the plates go at a zoom: right above the blocks of their hexes, else below; what has no room and is of no worth is left out. */
export function plateMarkup(geometry: Geometry, plates: readonly Plate[], scale: number): string {
  const taken: Box[] = [];
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
    const spot = spots.find((bottom) => {
      const box = { left: x * scale - half, right: x * scale + half, top: bottom * scale - 2 * high, bottom: bottom * scale };
      if (taken.some((other) => meets(box, other))) return false;
      taken.push(box);
      return true;
    });
    if (spot === undefined && worth < 2) continue;
    parts.push(
      `<g class="plate worth-${worth}" style="transform:translate(${x}px,${(spot ?? spots[0]!).toFixed(1)}px) scale(var(--unzoom))">` +
        `<rect x="${-half}" y="${-2 * high}" width="${half * 2}" height="${2 * high}" rx="3"/><text y="${-high + size * 0.34}" font-size="${size.toFixed(1)}">${escape(name)}</text></g>`,
    );
  }
  return parts.join('');
}
