/** One block as SVG: a wooden block seen a little from above, 40 units wide, around the origin. */
import { cornerSign, stateSign, symbol } from './symbols';
import type { Face, Piece } from './types';

const HALF = 20;
export const PIECE_SIZE = HALF * 2;

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function body(nation: string): string {
  return (
    `<rect class="piece-shadow" x="${-HALF + 2}" y="${-HALF + 4}" width="40" height="40" rx="4"/>` +
    `<rect class="piece-side nation-${nation}" x="${-HALF + 1}" y="${-HALF + 2.4}" width="40" height="39.6" rx="3.6"/>` +
    `<rect class="piece-top nation-${nation}" x="${-HALF}" y="${-HALF}" width="40" height="40" rx="3.6"/>` +
    `<rect class="piece-bevel" x="${-HALF + 0.9}" y="${-HALF + 0.9}" width="38.2" height="38.2" rx="2.8"/>`
  );
}

function pips(face: Face): string {
  const pitch = Math.min(5, 30 / Math.max(face.maxSteps, 1));
  const left = (-pitch * (face.maxSteps - 1)) / 2;
  return Array.from({ length: face.maxSteps }, (_, step) => {
    const colour = face.colours?.[step];
    const kind = `${step < face.steps ? 'pip' : 'pip spent'}${colour ? ` pip-${colour}` : ''}`;
    return `<circle class="${kind}" cx="${left + step * pitch}" cy="-5" r="1.5"/>`;
  }).join('');
}

function faceMarkup(face: Face): string {
  const size = face.strength.length > 2 ? 11 : 13;
  const elite = face.elite ? '<path class="piece-elite" d="M-12-.6v13.2M12-.6v13.2"/>' : '';
  return (
    `<text class="piece-strength" y="-8.6" font-size="${size}">${escape(face.strength)}</text>` +
    pips(face) +
    `<g transform="translate(0 5.4)">${symbol(face.symbol)}</g>${elite}` +
    `<text class="piece-name" y="18.2">${escape(face.name)}</text>`
  );
}

function states(piece: Piece): string {
  return piece.states
    .map((state, place) => `<g transform="translate(${HALF - 2} ${-HALF + 3 + place * 10.5})">${stateSign(state)}</g>`)
    .join('');
}

export function pieceMarkup(piece: Piece): string {
  const corner = `<g class="piece-corner" transform="translate(-14.6 -14.6)">${cornerSign(piece.sign)}</g>`;
  const face = piece.face && piece.facing !== 'back' ? faceMarkup(piece.face) : '';
  const back = piece.facing === 'back' ? `<g class="piece-emblem" transform="scale(3)">${cornerSign(piece.sign)}</g>` : corner;
  return body(piece.nation) + back + face + states(piece);
}

/** What makes a block look different; a block whose key is unchanged is not drawn anew. */
export function pieceKey(piece: Piece): string {
  const { face } = piece;
  const shown = face ? [face.symbol, face.strength, face.steps, face.maxSteps, face.name, face.elite, ...(face.colours ?? [])] : [];
  return [piece.nation, piece.sign, piece.facing, ...shown, ...piece.states].join('|');
}
