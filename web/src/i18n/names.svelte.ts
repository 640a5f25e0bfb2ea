/** Names of places, waters and units in the reader's language; English is what the server's boards bear. A test holds the lists whole. */
import { language, type Catalogue, type Language } from './index.svelte';

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./names/de.json'),
  es: () => import('./names/es.json'),
  it: () => import('./names/it.json'),
};

let lists = $state.raw<Partial<Record<Language, Catalogue>>>({});
const asked: Partial<Record<Language, Promise<void>>> = {};

/** Fetches the names of the language that is spoken, once; until they are here English stands. */
export async function loadNames(): Promise<void> {
  const spoken = language();
  if (spoken === 'en') return;
  await (asked[spoken] ??= fetchNames(spoken));
}

async function fetchNames(spoken: Exclude<Language, 'en'>): Promise<void> {
  try {
    const { default: list } = await LOADERS[spoken]();
    lists = { ...lists, [spoken]: list };
  } catch (error) {
    asked[spoken] = undefined; // and asked again
    throw error;
  }
}

export function nameOf(english: string): string {
  return lists[language()]?.[english] ?? english;
}
