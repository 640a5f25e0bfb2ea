/** Short notes on what happened at places, in the reader's language; fetched when the first is wanted. */
import { language, type Catalogue, type Language } from './index.svelte';

interface Placed {
  titles: Record<string, [hex: number, since: number, until: number, name: string][]>;
  sources: Catalogue;
}

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./notes/en.json'),
  de: () => import('./notes/de.json'),
  es: () => import('./notes/es.json'),
  it: () => import('./notes/it.json'),
};

let placed = $state.raw<Placed | null>(null);
const texts = $state<Partial<Record<Language, Catalogue>>>({});

/** Call it in an effect of what shows notes. */
export async function loadNotes(): Promise<void> {
  const spoken = language();
  placed ??= (await import('./notes/places.json')).default as unknown as Placed;
  texts[spoken] ??= (await LOADERS[spoken]()).default;
}

/** What is noted of a hex for a month of a title's views; null where nothing is, or before it is here. */
export function noteOf(title: string, hex: number, month: number): { text: string; source: string } | null {
  const found = placed?.titles[title]?.find(([at, since, until]) => at === hex && since <= month && month <= until);
  const text = found && texts[language()]?.[found[3]];
  return found && text ? { text, source: placed!.sources[found[3]] ?? '' } : null;
}
