/** Where on the map a card covers nothing that is to be clicked. */

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

/** Least distance of a card from a point: a little more than half a hex. */
const AWAY = 48;
const EDGE = 12;
/** On the left the tools of the map stand between the edge and the card. */
const LEFT = 64;
/** In the lower right corner of a large screen lies the small map. */
export const SMALL_MAP = 178;

/** How far down a card begins in an upper corner: below the prompt, where that reaches so far to the right. */
export function topOf(corner: Corner, map: Size, card: Size, right: number, prompt: Size): number {
  const isUnderPrompt = corner === 'top-left' || map.width - right - EDGE - card.width < prompt.width + EDGE;
  return isUnderPrompt ? prompt.height : EDGE;
}

/** The first corner at which the card covers none of the points, else the one where it covers fewest. The first point weighs most; `right` is what a panel takes, `prompt` what the card with the prompt takes of the upper left. */
export function cornerFor(map: Size, card: Size, points: readonly Point[], right = 0, prompt: Size = { width: 0, height: EDGE }): Corner {
  const covered = (corner: Corner): number => {
    const beside = right + EDGE + (corner === 'bottom-right' ? SMALL_MAP : 0);
    const left = corner.endsWith('left') ? LEFT : map.width - beside - card.width;
    const top = corner.startsWith('top') ? topOf(corner, map, card, right, prompt) : map.height - card.height - EDGE;
    const lies = ({ x, y }: Point): boolean => x > left - AWAY && x < left + card.width + AWAY && y > top - AWAY && y < top + card.height + AWAY;
    return points.reduce((sum, point, number) => sum + (lies(point) ? (number ? 1 : points.length) : 0), 0);
  };
  return CORNERS.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best), CORNERS[0]);
}
