/** What the pages before a game know of scenarios. */
import { call } from '../net/api';
import type { Option, Preset, Scenario, ScenarioFacts, Title } from '../wire';

export const pictureOf = (title: string, scenario: string, theme: string): string => `/api/titles/${title}/scenarios/${scenario}/picture.svg?theme=${theme}`;

const known = new Map<string, Promise<ScenarioFacts>>();

/** Asked once; they do not change while a page is open. */
export function factsOf(title: string, scenario: string): Promise<ScenarioFacts> {
  const path = `/api/titles/${title}/scenarios/${scenario}`;
  const found = known.get(path) ?? call<ScenarioFacts>('GET', path);
  known.set(path, found);
  found.catch(() => known.delete(path));
  return found;
}

/** A month such as 1942-07, counted from the year 0; null where there is none. */
export function monthOf(text: string): number | null {
  const [year, month] = text.split('-').map(Number);
  return year && month ? year * 12 + month - 1 : null;
}

const EASIEST = 1;
const WHOLE_WAR = 5;

/** Introductions first, whole wars last, the others by date. */
export function byDate(scenarios: readonly Scenario[]): Scenario[] {
  const rank = ({ complexity }: Scenario): number => (complexity === EASIEST ? 0 : complexity === WHOLE_WAR ? 2 : 1);
  return scenarios.toSorted((a, b) => rank(a) - rank(b) || a.begins.localeCompare(b.begins) || a.complexity - b.complexity);
}

/** Options that change anything in a scenario. */
export function applying(title: Title, scenario: Scenario): Option[] {
  return title.options.filter((option) => !option.scenarios.length || option.scenarios.includes(scenario.id));
}

/** What a level switches on in a scenario, together with what the scenario suggests; nothing that lacks what it needs. */
export function chosenBy(level: Preset, title: Title, scenario: Scenario): string[] {
  const ids = new Set(applying(title, scenario).map((option) => option.id));
  return [...new Set([...level.options, ...scenario.suggests])].filter((id) => ids.has(id) && !scenario.includes.includes(id));
}
