/** Where a card can lie on the map without covering what is to be clicked. */

export interface Size {
  width: number;
  height: number;
}
interface Point {
  x: number;
  y: number;
}

export const CORNERS = ['bottom-left', 'top-left', 'bottom-right', 'top-right'] as const;
export type Corner = (typeof CORNERS)[number];

/** How far from a point a card must stay: half a hex and a little. */
const AWAY = 48;
const EDGE = 12;

/** The first corner at which the card covers none of the points; the usual one where every corner covers some. `right` is what a panel takes. */
export function cornerFor(map: Size, card: Size, points: readonly Point[], right = 0): Corner {
  const covers = (corner: Corner): boolean => {
    const left = corner.endsWith('left') ? EDGE : map.width - right - card.width - EDGE;
    const top = corner.startsWith('top') ? EDGE : map.height - card.height - EDGE;
    return points.some(({ x, y }) => x > left - AWAY && x < left + card.width + AWAY && y > top - AWAY && y < top + card.height + AWAY);
  };
  return CORNERS.find((corner) => !covers(corner)) ?? CORNERS[0];
}
