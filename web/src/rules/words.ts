/** Marks inside a clause: emphasis, names, and references to other clauses. */

export interface Word {
  kind: 'plain' | 'strong' | 'emphasis' | 'name' | 'clause';
  text: string;
}

const CLAUSE = '[A-Z]{2}-(?:\\d+(?:\\.\\d+)*|[A-Z]+\\d*(?:\\.\\d+)*)(?:[a-z]\\d*(?![a-z]))?';
const MARK = new RegExp(`\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|\`([^\`]+)\`|\\[([ER]\\d+)\\]|(${CLAUSE})`, 'g');
const IS_CLAUSE = new RegExp(`^${CLAUSE}$`);

export function words(text: string): Word[] {
  const found: Word[] = [];
  let last = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > last) found.push({ kind: 'plain', text: text.slice(last, match.index) });
    found.push(wordOf(match));
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push({ kind: 'plain', text: text.slice(last) });
  return found;
}

function wordOf([, strong, emphasis, name, mark, clause]: RegExpMatchArray): Word {
  if (strong) return { kind: 'strong', text: strong };
  if (emphasis) return { kind: 'emphasis', text: emphasis };
  if (name) return IS_CLAUSE.test(name) ? { kind: 'clause', text: name } : { kind: 'name', text: name };
  return { kind: 'clause', text: (mark ?? clause)! };
}
