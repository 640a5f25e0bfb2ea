/** One block as SVG: wood that stands on the map, seen from the front and a little from above. 40 units wide, around the origin. */
import { cornerSign, stateSign, symbol } from './symbols';
import type { Face, Piece } from './types';

const HALF = 20;
export const PIECE_SIZE = HALF * 2;
/** Visible height of the top edge. */
const EDGE = 5.5;

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Sides are told apart by their outline: square corners, round ones, and one cut corner for those who fight beside them. */
function outline(piece: Pick<Piece, 'side' | 'isAlly'>, inset: number, name: string): string {
  const a = HALF - inset;
  if (piece.isAlly) return `<path class="${name}" d="M${-a} ${-a}H${a - 9}L${a} ${-a + 9}V${a}H${-a}Z"/>`;
  const r = piece.side === 1 ? 7 - inset : 1.6;
  return `<rect class="${name}" x="${-a}" y="${-a}" width="${2 * a}" height="${2 * a}" rx="${Math.max(r, 1)}"/>`;
}

function body(piece: Piece): string {
  const r = piece.side === 1 ? 5 : 2.2;
  return (
    `<path class="piece-cast far" d="M${HALF - 1} ${-HALF - 3}L${HALF + 9} ${-HALF + 5}V${HALF + 1}L${HALF - 1} ${HALF}Z"/>` +
    `<path class="piece-cast" d="M${HALF - 1} ${-HALF - 2}L${HALF + 5} ${-HALF + 3}V${HALF + 1}H${-HALF + 4}L${HALF - 1} ${HALF}Z"/>` +
    `<path class="piece-edge nation-${piece.nation}" d="M${-HALF + 1} ${-HALF + r}V${-HALF}L${-HALF + 3.4} ${-HALF - EDGE}H${HALF - 3.4}L${HALF - 1} ${-HALF}V${-HALF + r}Z"/>` +
    `<path class="piece-light" d="M${-HALF + 1} ${-HALF}L${-HALF + 3.4} ${-HALF - EDGE}H${HALF - 3.4}L${HALF - 1} ${-HALF}Z"/>` +
    outline(piece, 0, `piece-top nation-${piece.nation}`) +
    `<path class="piece-grain" d="M-18-11q9-2 18 0t18-1M-18-3q12 2 20 0t16 1M-18 4q8-2 17-1t19 0M-18 11q11 2 20 1t16-1M-18 16.500q9-1 18 0t18 0"/>` +
    outline(piece, 1.4, 'piece-bevel')
  );
}

function row(count: number, at: (place: number) => [number, number], kind: string, colour: string): string {
  return Array.from({ length: count }, (_, place) => {
    const [x, y] = at(place - (count - 1) / 2);
    return `<circle class="pip ${kind}${colour}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${kind ? 0.9 : 1.45}"/>`;
  }).join('');
}

/** As on a real block: the current step on the top edge, the lower ones faintly on the other three. */
function pips(face: Face): string {
  const colour = (step: number): string => (face.colours?.[step - 1] ? ` pip-${face.colours[step - 1]}` : '');
  const pitch = Math.min(5, 28 / Math.max(face.steps, 1));
  const top = row(face.steps, (place) => [place * pitch, -HALF - EDGE / 2], '', colour(face.steps));
  const coming = [face.steps - 1, face.steps - 2, face.steps - 3].filter((step) => step > 0);
  const edges = [
    (place: number): [number, number] => [HALF - 2.6, place * 3.2],
    (place: number): [number, number] => [place * 3.2, HALF - 2.2],
    (place: number): [number, number] => [-HALF + 2.6, place * 3.2],
  ];
  return top + coming.map((step, edge) => row(step, edges[edge]!, 'faint', '')).join('');
}

function faceMarkup(face: Face): string {
  const size = face.strength.length > 2 ? 12.5 : 17;
  const elite = face.elite ? '<path class="piece-elite" d="M-12.200-2v13.600M12.200-2v13.600"/>' : '';
  return (
    `<text class="piece-strength${size < 17 && !/^I+$/.test(face.strength) ? ' long' : ''}" y="-4.600" font-size="${size}">${escape(face.strength)}</text>` +
    pips(face) +
    `<g class="piece-symbol">${symbol(face.symbol)}</g>${elite}` +
    `<text class="piece-name" y="17">${escape(face.name)}</text>`
  );
}

/** The side's sign carved into the wood. */
function emblem(piece: Piece): string {
  const sign = cornerSign(piece.sign);
  return `<g class="piece-emblem" transform="scale(3)"><g class="carved-dark" transform="translate(-.2 -.2)">${sign}</g><g class="carved-light" transform="translate(.2 .2)">${sign}</g><g>${sign}</g></g>`;
}

/** A pencilled slip on the block: its face as it was last seen. */
function slip(text: string): string {
  return (
    '<g class="piece-slip" transform="translate(0 9) rotate(-4)"><rect x="-16" y="-6.500" width="32" height="13" rx=".8"/>' +
    `<text y="3.600" font-size="${text.length > 6 ? 7.6 : 9}">${escape(text)}</text></g>`
  );
}

function states(piece: Piece): string {
  return piece.states
    .map((state, place) => `<g transform="translate(${HALF - 1} ${-HALF + 4 + place * 10.5})">${stateSign(state)}</g>`)
    .join('');
}

export function pieceMarkup(piece: Piece): string {
  const corner = `<g class="piece-corner" transform="translate(-14 -13) scale(1.150)">${cornerSign(piece.sign)}</g>`;
  const isFace = piece.face && piece.facing === 'face';
  const front = isFace ? corner + faceMarkup(piece.face!) : emblem(piece) + (piece.slip ? slip(piece.slip) : '');
  return body(piece) + front + states(piece);
}

/** A whole stack as one block: the sum of its strengths with the symbol of the strongest, or the number of backs. */
export function stackMarkup(pieces: readonly Piece[]): string {
  const [first] = pieces;
  if (!first) return '';
  const faces = pieces.filter((piece) => piece.face && piece.facing === 'face');
  const sum = faces.reduce((total, piece) => total + (Number(piece.face!.strength) || 0), 0);
  const strongest = faces.toSorted((a, b) => Number(b.face!.strength) - Number(a.face!.strength))[0];
  const behind = Array.from({ length: Math.min(pieces.length, 4) - 1 }, (_, place) => {
    const number = Math.min(pieces.length, 4) - 1 - place;
    return `<g transform="translate(${2.2 * number} ${-4.6 * number})"><path class="piece-edge nation-${first.nation}" d="M${-HALF + 1} ${-HALF + 4}V${-HALF}L${-HALF + 3.4} ${-HALF - EDGE}H${HALF - 3.4}L${HALF - 1} ${-HALF}V${HALF}H${HALF - 3}V${-HALF + 4}Z"/></g>`;
  }).join('');
  const words = strongest
    ? `<text class="piece-strength" y="0" font-size="22">${sum}</text><g transform="translate(0 10.500) scale(.95)">${symbol(strongest.face!.symbol)}</g>`
    : `<text class="piece-strength" y="8" font-size="22">${pieces.length}</text>`;
  return behind + body({ ...first, states: [] }) + words;
}

/** Everything that affects how a block looks; a block whose key is unchanged is not redrawn. */
export function pieceKey(piece: Piece): string {
  const { face } = piece;
  const shown = face ? [face.symbol, face.strength, face.steps, face.maxSteps, face.name, face.elite, ...(face.colours ?? [])] : [];
  return [piece.nation, piece.sign, piece.facing, piece.slip ?? '', ...shown, ...piece.states].join('|');
}
