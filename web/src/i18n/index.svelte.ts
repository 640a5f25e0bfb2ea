/** All words of the client. A key that is missing in a language is a failing test, so nothing falls back silently. */
import { IntlMessageFormat } from 'intl-messageformat';
import { remembered, remember } from '../state/storage';
import own from './en.json';
import sentences from './sentences.json';

export const LANGUAGES = ['en', 'de', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Catalogue = Record<string, string>;
export type Values = Record<string, string | number | boolean | null | undefined>;

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./de.json'),
  es: () => import('./es.json'),
  it: () => import('./it.json'),
};

/** English: the client's own words, and what titles say, which comes from the server's files (`blockfront wire-types`). */
const en: Catalogue = { ...own, ...sentences };
const catalogues: Partial<Record<Language, Catalogue>> = { en };
const formats = new Map<string, IntlMessageFormat>();
const current = $state({ language: 'en' as Language });

export function language(): Language {
  return current.language;
}

export async function setLanguage(wanted: Language): Promise<void> {
  if (wanted !== 'en' && !catalogues[wanted]) catalogues[wanted] = (await LOADERS[wanted]()).default;
  current.language = wanted;
  remember('language', wanted);
  document.documentElement.lang = wanted;
}

export async function startLanguage(): Promise<void> {
  const wanted = remembered('language') ?? navigator.language.slice(0, 2);
  await setLanguage(LANGUAGES.find((known) => known === wanted) ?? 'en');
}

export function has(key: string): boolean {
  return key in (catalogues[current.language] ?? en);
}

/** The sentence of a key in the current language. */
export function t(key: string, values: Values = {}): string {
  const spoken = current.language;
  const sentence = (catalogues[spoken] ?? en)[key];
  if (sentence === undefined) return key;
  const id = `${spoken}:${key}`;
  let format = formats.get(id);
  if (!format) {
    format = new IntlMessageFormat(sentence, spoken, undefined, { ignoreTag: true });
    formats.set(id, format);
  }
  return String(format.format(values));
}

const locale = (): string => (current.language === 'en' ? 'en-GB' : current.language);

export function decimal(value: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(value);
}

/** One after the other, as the language lists them: "A, B and C". */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words);
}

export function dateTime(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}
