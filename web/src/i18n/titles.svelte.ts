/** What titles say of themselves (scenarios, options, standing orders) and what bots do, in the reader's language. English comes from the server. */
import type { BotLevel, Option, Preset, Scenario, StandingOrder, Title } from '../wire';
import { language, type Catalogue, type Language } from './index.svelte';

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./titles/de.json'),
  es: () => import('./titles/es.json'),
  it: () => import('./titles/it.json'),
};

const loaded = $state<Partial<Record<Language, Catalogue>>>({});

/** Asks for the words of the current language; until they are here, and where there are none, English stands. */
function word(key: string, english: string): { text: string; lang: Language } {
  const spoken = language();
  if (spoken === 'en') return { text: english, lang: 'en' };
  const found = loaded[spoken]?.[key];
  return found === undefined ? { text: english, lang: 'en' } : { text: found, lang: spoken };
}

/** Fetches the words of the language that is spoken; call it in an effect of pages that show titles. */
export async function loadTitleWords(): Promise<void> {
  const spoken = language();
  if (spoken === 'en' || loaded[spoken]) return;
  loaded[spoken] = (await LOADERS[spoken]()).default;
}

export interface Words {
  name: string;
  explanation: string;
  length: string;
  lang: Language;
}

function words(key: string, name: string, explanation: string, length = ''): Words {
  const found = word(`${key}.name`, name);
  return { name: found.text, explanation: word(`${key}.text`, explanation).text, length: word(`${key}.length`, length).text, lang: found.lang };
}

export const scenarioText = (title: Title, one: Scenario): Words => words(`${title.id}.scenario.${one.id}`, one.name, one.summary, one.length);
export const presetText = (title: Title, one: Preset, kind: 'preset' | 'level' = 'preset'): Words => words(`${title.id}.${kind}.${one.id}`, one.name, one.explanation);
export const optionText = (title: Title, one: Option): Words => words(`${title.id}.option.${one.id}`, one.name, one.explanation);
export const orderText = (title: Title, one: StandingOrder): Words => words(`${title.id}.order.${one.id}`, one.name, one.explanation);
export const botText = (one: BotLevel): Words => words(`bot.${one.id}`, one.name, one.explanation);

/** The name of a level where only its id is at hand. */
export const botName = (id: string): string => word(`bot.${id}.name`, id.charAt(0).toUpperCase() + id.slice(1)).text;
