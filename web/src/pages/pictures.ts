/** Pictures of scenarios, with the names on them in the reader's language. */
import { language } from '../i18n/index.svelte';
import { loadNames, nameOf } from '../i18n/names.svelte';
import { pictureOf } from './scenarios';

const made = new Map<string, Promise<string>>();
const WORDS = /(<text\b[^>]*>|<textPath\b[^>]*>)([^<]+)</g;

async function renamed(url: string): Promise<string> {
  await loadNames();
  const drawn = await (await fetch(url)).text();
  const called = drawn.replace(WORDS, (_, tag: string, english: string) => `${tag}${nameOf(english.trim()).replace(/&/g, '&amp;')}<`);
  return URL.createObjectURL(new Blob([called], { type: 'image/svg+xml' }));
}

/** The address of a picture; of the drawn one where the server speaks the reader's language. */
export function pictureFor(title: string, scenario: string, theme: string): Promise<string> {
  const url = pictureOf(title, scenario, theme);
  if (language() === 'en') return Promise.resolve(url);
  const key = `${language()} ${url}`;
  const found = made.get(key) ?? renamed(url).catch(() => url);
  made.set(key, found);
  return found;
}
