/** The digest of the rules: every clause with its heading, as the title's own list has it. */

export interface Clause {
  id: string;
  heading: string;
  see: string[];
}

const FILES = import.meta.glob<string>('../../../src/blockfront/games/*/data/clauses.csv', { query: '?raw', import: 'default' });

/** Lines of comma-separated values; quoted fields may hold commas and doubled quotes. */
export function parseCsv(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => (match[1] ?? match[2] ?? '').replaceAll('""', '"')));
}

export async function clausesOf(title: string): Promise<Clause[]> {
  const found = Object.entries(FILES).find(([path]) => path.includes(`/games/${title}/`));
  if (!found) return [];
  const [head, ...rows] = parseCsv(await found[1]());
  const column = (name: string): number => head?.indexOf(name) ?? -1;
  const [id, heading, see] = [column('id'), column('heading'), column('see')];
  return rows.map((row) => ({ id: row[id] ?? '', heading: row[heading] ?? '', see: (row[see] ?? '').split(/\s+/).filter(Boolean) }));
}

/** `EF-7.34a` belongs to chapter `EF-7`. */
export function chapterOf(id: string): string {
  return id.replace(/^([A-Z]+-[A-Z]*\d*).*$/, '$1');
}
