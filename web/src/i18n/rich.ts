/** Sentences with places and clauses in them that can be clicked. */

export interface Part {
  text: string;
  hex?: number;
  clause?: string;
}

const OPEN = '\u0001';
const MIDDLE = '\u0002';
const CLOSE = '\u0003';
const LINK = new RegExp(`${OPEN}(h|c)([^${MIDDLE}]*)${MIDDLE}([^${CLOSE}]*)${CLOSE}`, 'g');

/** A place as it goes into a sentence; `parts` finds it again. */
export function hexWord(hex: number, name: string): string {
  return `${OPEN}h${hex}${MIDDLE}${name}${CLOSE}`;
}

export function parts(sentence: string): Part[] {
  const found: Part[] = [];
  let last = 0;
  for (const match of sentence.matchAll(LINK)) {
    if (match.index > last) found.push({ text: sentence.slice(last, match.index) });
    found.push(match[1] === 'h' ? { text: match[3]!, hex: Number(match[2]) } : { text: match[3]!, clause: match[2]! });
    last = match.index + match[0].length;
  }
  if (last < sentence.length) found.push({ text: sentence.slice(last) });
  return found;
}

/** A sentence begins with a capital letter, whatever word stands first. */
export function capitalised(sentence: string): string {
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

export function plainText(sentence: string): string {
  return parts(sentence)
    .map((part) => part.text)
    .join('');
}
