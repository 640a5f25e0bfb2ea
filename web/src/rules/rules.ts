/** The rules of a title, loaded once, when they are first opened. */
import * as api from '../net/api';
import type { RulesPart } from '../wire';

export interface Chapter {
  id: string;
  heading: string;
  parts: RulesPart[];
}

export class Rulebook {
  readonly clauses = new Map<string, RulesPart>();
  readonly chapters: Chapter[] = [];
  private readonly book: string;

  constructor(
    readonly title: string,
    readonly parts: readonly RulesPart[],
  ) {
    for (const part of parts) {
      if (part.kind === 'chapter' || part.kind === 'part') this.open(part);
      else this.chapters.at(-1)?.parts.push(part);
      if (part.id) this.clauses.set(part.id, part);
    }
    this.book = [...this.clauses.keys()][0]?.slice(0, 2) ?? '';
  }

  private open(part: RulesPart): void {
    const heading = part.text ?? '';
    this.chapters.push({ id: `chapter-${this.chapters.length}`, heading, parts: [] });
  }

  /** The clause a reference means: itself, the first of a section, or a ruling by its short mark (`E9`). */
  find(reference: string): string | null {
    if (this.clauses.has(reference)) return reference;
    const full = reference.includes('-') ? reference : `${this.book}-${reference}`;
    if (this.clauses.has(full)) return full;
    for (const id of this.clauses.keys()) if (id.startsWith(full) && !/^\d/.test(id.slice(full.length))) return id;
    return null;
  }

  /** Chapters with only the clauses that hold every word of the search; headings of sections with matches stay. */
  search(wanted: string): Chapter[] {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return this.chapters;
    return this.chapters
      .map((chapter) => ({ ...chapter, parts: withHeadings(chapter.parts, (part) => holds(part, words)) }))
      .filter((chapter) => chapter.parts.length);
  }
}

function holds(part: RulesPart, words: readonly string[]): boolean {
  if (part.kind === 'section') return false;
  const text = [part.id, part.heading, part.text, ...(part.rows ?? []).flat()].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function withHeadings(parts: readonly RulesPart[], isWanted: (part: RulesPart) => boolean): RulesPart[] {
  const kept: RulesPart[] = [];
  let heading: RulesPart | null = null;
  for (const part of parts) {
    if (part.kind === 'section') heading = part;
    else if (isWanted(part)) {
      if (heading) kept.push(heading);
      heading = null;
      kept.push(part);
    }
  }
  return kept;
}

const books = new Map<string, Promise<Rulebook>>();

export function rulebook(title: string): Promise<Rulebook> {
  let book = books.get(title);
  if (!book) {
    book = api.rules(title).then((rules) => new Rulebook(title, rules.parts));
    books.set(title, book);
    book.catch(() => books.delete(title));
  }
  return book;
}
