import { describe, expect, it } from 'vitest';
import { Rulebook } from '../src/rules/rules';
import { words } from '../src/rules/words';
import type { RulesPart } from '../src/wire';

const clause = (id: string, heading: string, text: string): RulesPart => ({ kind: 'clause', id, heading, text, see: [], rows: [] });
const heading = (kind: 'chapter' | 'section', text: string): RulesPart => ({ kind, text, id: '', heading: '', see: [], rows: [] });

const BOOK = new Rulebook('eastfront', [
  heading('chapter', '6 Movement'),
  heading('section', '6.3 Hexsides'),
  clause('EF-6.33a', 'Hexside limit', 'Two units cross a clear hexside.'),
  heading('section', '6.4 Rivers'),
  clause('EF-6.4a', 'Rivers', 'One unit crosses a river.'),
  heading('chapter', 'Rulings'),
  clause('EF-R8', 'Lowest step', 'Nobody starts below it.'),
]);

describe('a clause in words', () => {
  it('comes apart at its marks', () => {
    expect(words("A *new* battle (EF-6.33a, `BE-29.1g`) by **rule** `edition` [E9].")).toEqual([
      { kind: 'plain', text: 'A ' },
      { kind: 'emphasis', text: 'new' },
      { kind: 'plain', text: ' battle (' },
      { kind: 'clause', text: 'EF-6.33a' },
      { kind: 'plain', text: ', ' },
      { kind: 'clause', text: 'BE-29.1g' },
      { kind: 'plain', text: ') by ' },
      { kind: 'strong', text: 'rule' },
      { kind: 'plain', text: ' ' },
      { kind: 'name', text: 'edition' },
      { kind: 'plain', text: ' ' },
      { kind: 'clause', text: 'E9' },
      { kind: 'plain', text: '.' },
    ]);
  });

  it.each(['EF-S41.0a', 'EF-EDW.1a', 'EF-R60', 'BE-BSSb', 'BE-SBE9f'])('knows %s as a clause', (id) => {
    expect(words(`see ${id} there`)[1]).toEqual({ kind: 'clause', text: id });
  });
});

describe('a rulebook', () => {
  it('finds clauses, sections and rulings by their marks', () => {
    expect(['EF-6.33a', 'EF-6.33', 'R8', 'EF-6', 'EF-99'].map((one) => BOOK.find(one))).toEqual(['EF-6.33a', 'EF-6.33a', 'EF-R8', 'EF-6.33a', null]);
    expect(BOOK.find('EF-6.3')).toBeNull();
  });

  it('searches number, heading and words, and keeps the headings above', () => {
    const found = BOOK.search('RIVER crosses');
    expect(found.map((chapter) => [chapter.heading, chapter.parts.map((part) => part.id || part.text)])).toEqual([['6 Movement', ['6.4 Rivers', 'EF-6.4a']]]);
    expect(BOOK.search('ef-r8')).toHaveLength(1);
    expect(BOOK.search('nonsense')).toEqual([]);
    expect(BOOK.search('  ')).toBe(BOOK.chapters);
  });
});
