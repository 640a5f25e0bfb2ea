import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hexWord, parts, plainText } from '../src/i18n/rich';
import { ASIDES, LESSONS } from '../src/tutorial/lessons';

const ROOT = join(__dirname, '..');
const LANGUAGES = ['en', 'de', 'es', 'it'] as const;
type Catalogue = Record<string, string>;

const read = (name: string): Catalogue => JSON.parse(readFileSync(join(ROOT, `src/i18n/${name}.json`), 'utf8')) as Catalogue;
const catalogues = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as Record<(typeof LANGUAGES)[number], Catalogue>;
catalogues.en = { ...read('en'), ...read('sentences') };

function argumentsOf(elements: MessageFormatElement[]): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
    found.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) for (const name of argumentsOf(option.value)) found.add(name);
    }
  }
  return found;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && entry.name !== 'wire.ts' ? [path] : [];
  });
}

/** Names of the sentences of a table in a title's messages.toml. */
function sentences(title: string, table: string): string[] {
  const text = readFileSync(join(ROOT, `../src/blockfront/games/${title}/data/messages.toml`), 'utf8');
  const part = text.split(/^\[/m).find((one) => one.startsWith(`${table}]`)) ?? '';
  return [...part.matchAll(/^(\w+) = /gm)].map((match) => match[1]!);
}

const code = sources(join(ROOT, 'src')).map((path) => readFileSync(path, 'utf8'));

describe('catalogues', () => {
  it.each(LANGUAGES)('%s has every key of English, no more, and no empty sentence', (language) => {
    expect(Object.keys(catalogues[language]).sort()).toEqual(Object.keys(catalogues.en).sort());
    expect(Object.entries(catalogues[language]).filter(([, sentence]) => !sentence.trim())).toEqual([]);
  });

  it.each(LANGUAGES)('%s can be read, and uses no value that English does not', (language) => {
    for (const [key, sentence] of Object.entries(catalogues[language])) {
      const wanted = argumentsOf(parse(catalogues.en[key]!, { ignoreTag: true }));
      for (const name of argumentsOf(parse(sentence, { ignoreTag: true }))) expect(wanted, `${language} ${key}`).toContain(name);
    }
  });

  it.each(['de', 'es', 'it'] as const)('%s refuses an order of the Blocks games without a verb that a unit in the plural would disagree with', (language) => {
    const refusals = Object.entries(catalogues[language]).filter(([key]) => key.startsWith('series.refusal.'));
    expect(refusals.length).toBeGreaterThan(100);
    expect(refusals.filter(([, sentence]) => /^\{(block|hq)\} /.test(sentence))).toEqual([]);
  });

  it('hold every key the code asks for', () => {
    const asked = code.flatMap((text) => [...text.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((match) => match[1]!));
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !(key in catalogues.en))).toEqual([]);
  });

  it('hold at least one key of every family the code asks for', () => {
    const families = code.flatMap((text) => [...text.matchAll(/\bt\(\s*`([\w.]+)\$\{/g)].map((match) => match[1]!));
    expect(families.length).toBeGreaterThan(10);
    const keys = Object.keys(catalogues.en);
    expect(families.filter((family) => !keys.some((key) => key.startsWith(family)))).toEqual([]);
  });

  it('have every lesson of the guided game', () => {
    const wanted = [...LESSONS.flatMap((id) => ['title', 'text', 'do'].map((part) => `tutorial.${id}.${part}`)), ...ASIDES.map((id) => `tutorial.${id}`)];
    expect(wanted.filter((key) => !(key in catalogues.en))).toEqual([]);
  });

  it('list every key of the table on the page of keys', () => {
    const CALLED: Record<string, string> = { Enter: '{enter}', ' ': '{space}', Escape: 'Esc', ArrowLeft: '←', ArrowRight: '→', '=': '+', '-': '−' };
    const used = ['state/workspace.svelte.ts', 'board/board.ts', 'stage/Playback.svelte', 'stage/BattleStage.svelte'].flatMap((name) => {
      const text = readFileSync(join(ROOT, 'src', name), 'utf8');
      const listed = /\[('\d'(?:, '\d')*)\]\.indexOf\(event\.key\)/.exec(text)?.[1] ?? '';
      return [...text.matchAll(/event\.key === '([^']+)'/g), ...listed.matchAll(/'(\d)'/g)].map((match) => match[1]!);
    });
    expect(new Set(used).size).toBeGreaterThan(20);
    const page = readFileSync(join(ROOT, 'src/panels/KeyHelp.svelte'), 'utf8');
    const shown = [...page.matchAll(/\['([^']+)', '\w+'\]/g)].flatMap((match) => match[1]!.split(/,? /));
    expect(used.filter((key) => !shown.includes(CALLED[key] ?? key.toUpperCase()))).toEqual([]);
  });

  it.each(['unit', 'slip', 'state'])('name everything a block can show: %s', (family) => {
    const types = readFileSync(join(ROOT, 'src/board/types.ts'), 'utf8');
    const union = family !== 'state' ? /type UnitSymbol =([^;]*);/ : /type StateSign =([^;]*);/;
    const names = [...union.exec(types)![1]!.matchAll(/'(\w+)'/g)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(`${family}.${name}` in catalogues.en))).toEqual([]);
  });

  const server = (folder: string): string => join(ROOT, '../src/blockfront', folder);

  function pythonOf(folder: string): string {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py')).map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  }

  it('have a word for every cause, way and step of the Blocks games’ events', () => {
    const text = pythonOf(server('games/blocks_series'));
    const named = [...text.matchAll(/\b(?:cause|mode)="(\w+)"/g), ...text.matchAll(/(?:take_step|_pay|_tell)\([^()]*"(\w+)"/g)].map((match) => match[1]!);
    const steps = [.../STEP_NAMES: Final = \(([^)]*)\)/.exec(text)![1]!.matchAll(/"(\w+)"/g)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(8);
    expect(steps.length).toBe(5);
    expect([...new Set([...named, ...steps])].filter((word) => !(`series.word.${word}` in catalogues.en))).toEqual([]);
  });

  it('have a word for every cause, way, purchase and state of EastFront’s events', () => {
    const text = pythonOf(server('games/eastfront'));
    const named = [...text.matchAll(/\b(?:cause|mode|what) ?= ?"([\w ]+)"(?: if [^"\n]* else "([\w ]+)")?/g), ...text.matchAll(/_tell\([^()]*"(\w+)"/g)].flatMap((match) => match.slice(1).filter(Boolean));
    expect(new Set(named).size).toBeGreaterThan(15);
    const key = (word: string): string => `eastfront.word.${word.toLowerCase().replaceAll(' ', '_')}`;
    expect([...new Set(named)].filter((word) => !(key(word) in catalogues.en))).toEqual([]);
  });

  // Who gives orders, attacks, marches or lands has a name in the singular.
  const SINGULAR = new Set(['story.command', ...['action.move', 'action.blitz', 'action.jump', 'action.sail_home', 'action.land', 'event.dropped', 'event.relocated'].map((name) => `series.${name}`)]);

  it('let no verb agree with units of which some are called by a plural, such as “Romanian fighters”', () => {
    const told = Object.entries(catalogues.en).filter(([key]) => /^(series\.(action|event)|story)\./.test(key) && !SINGULAR.has(key));
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter(([, sentence]) => /\{(block|blocks|units)\} (is|has|was|[a-z]+s) /.test(sentence)).map(([key]) => key)).toEqual([]);
  });

  it.each(['de', 'es', 'it'] as const)('%s lets no verb agree with a side, which some languages call by a plural', (language) => {
    const told = Object.entries(catalogues[language]).filter(([key]) => !key.startsWith('proving_ground.'));
    const agrees = /^\{side\} \p{Ll}|(gewinnt|Gana|Vince) \{side\}/u;
    expect(told.filter(([, sentence]) => agrees.test(sentence)).map(([key]) => key)).toEqual([]);
  });

  it.each(['de', 'it'] as const)('%s lets no verb or preposition go with the name of a power, which needs its article there', (language) => {
    const told = Object.entries(catalogues[language]).filter(([key]) => /^series\.(action|event|prompt)\./.test(key));
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter(([, sentence]) => /^\{power\} \p{Ll}|\b(von|für|di|per|a) \{power\}/u.test(sentence)).map(([key]) => key)).toEqual([]);
  });

  it('name every plan that a power may choose before the first turn', () => {
    const folder = server('games/blocks_in_the_west/data/scenarios');
    const known = /PLANNERS[^=]*= \{([^}]*)\}/.exec(readFileSync(join(ROOT, 'src/titles/series.ts'), 'utf8'))![1]!;
    const found = readdirSync(folder).filter((name) => name.endsWith('.toml')).flatMap((name) => {
      const choices = readFileSync(join(folder, name), 'utf8').split('[[choices]]').slice(1);
      const powers = choices.map((part) => /power = "(\w+)"/.exec(part)![1]!);
      if (powers.length) expect(known, name).toContain(`${name.replace('.toml', '')}: [${powers.map((power) => `'${power}'`).join(', ')}]`);
      return choices.flatMap((part, number) => [...part.matchAll(/\[\[choices\.options\]\]/g)].map((_, option) => `series.plan.${powers[number]!}.${option}`));
    });
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((key) => !(key in catalogues.en))).toEqual([]);
  });

  // Words of English that none of the other languages has; games keep their names.
  const ENGLISH = /(?<!\p{L})(the|of|and|with|from|which|this|that|they|their|your|are|were|been|would|could|should|when|where|who|what|each|every|both|into|there|here|not|but)(?!\p{L})/iu;
  const NAMES = /Blocks in the (East|West)( and West)?|Cash and Carry/gi;

  it.each(['de', 'es', 'it'])('%s has no English word', (language) => {
    const literals = (elements: MessageFormatElement[]): string[] =>
      elements.flatMap((element) => {
        if (element.type === TYPE.literal) return [element.value];
        return element.type === TYPE.plural || element.type === TYPE.select ? Object.values(element.options).flatMap((option) => literals(option.value)) : [];
      });
    const texts = ['', 'names/', 'titles/'].flatMap((folder) => Object.values(read(`${folder}${language}`)));
    const plain = texts.map((text) => literals(parse(text.replaceAll("'", '’'), { ignoreTag: true })).join(' ').replaceAll(NAMES, ''));
    expect(plain.filter((text) => ENGLISH.test(text))).toEqual([]);
  });

  // Steps in which nobody decides have prompts that nobody reads; chance's answers are told by events.
  const UNSEEN = new Set(['Showing', 'WeatherRoll', 'Pursuit', 'BattleRound', 'roll', 'deal']);

  it.each([['prompts', 'prompt'], ['actions', 'action'], ['events', 'event'], ['refusals', 'refusal'], ['thoughts', 'thought']])('speak for every one of EastFront’s %s', (table, family) => {
    const wanted = sentences('eastfront', table).filter((name) => !UNSEEN.has(name));
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.filter((name) => !(`eastfront.${family}.${name}` in catalogues.en))).toEqual([]);
  });

  it.each([['prompts', 'prompt'], ['actions', 'action'], ['events', 'event'], ['refusals', 'refusal']])('speak for every one of Proving Ground’s %s', (table, family) => {
    const wanted = sentences('proving_ground', table);
    expect(wanted.length).toBeGreaterThan(5);
    expect(wanted.filter((name) => !(`proving_ground.${family}.${name}` in catalogues.en))).toEqual([]);
  });

  it.each([['refusals', 'refusal'], ['thoughts', 'thought']])('speak for all %s that titles share', (table, family) => {
    const text = readFileSync(join(ROOT, '../src/blockfront/core/messages.toml'), 'utf8').split(/^\[/m).find((one) => one.startsWith(`${table}]`)) ?? '';
    const wanted = [...text.matchAll(/^(\w+) = /gm)].map((match) => match[1]!);
    expect(wanted.length).toBeGreaterThan(4);
    expect(wanted.filter((name) => !(`match.${family}.${name}` in catalogues.en))).toEqual([]);
  });

  // Steps in which nobody decides, and sentences that name works of a scenario, which only the server can name.
  const SERIES_UNSEEN = new Set(
    ['CollapseRoll', 'WeatherRoll', 'SurrenderRoll', 'MineRoll', 'Showing', 'Crossings', 'Reconnaissance', 'Battle', 'Landing'].concat(
      ['build', 'building', 'invest', 'invested', 'factory_built'],
    ),
  );

  it.each([['prompts', 'prompt'], ['actions', 'action'], ['events', 'event'], ['refusals', 'refusal'], ['thoughts', 'thought']])('speak for every one of the Blocks games’ %s', (table, family) => {
    const wanted = sentences('blocks_series', table).filter((name) => !SERIES_UNSEEN.has(name));
    expect(wanted.length).toBeGreaterThan(10);
    const has = (name: string): boolean => ['series', 'blocks_in_the_east'].some((title) => `${title}.${family}.${name}` in catalogues.en);
    expect(wanted.filter((name) => !has(name))).toEqual([]);
  });
});

describe('sentences with places', () => {
  it('come apart into words and places', () => {
    const sentence = `From ${hexWord(7, 'Rostov')} to ${hexWord(9, 'Salsk')}.`;
    expect(parts(sentence)).toEqual([
      { text: 'From ' },
      { text: 'Rostov', hex: 7 },
      { text: ' to ' },
      { text: 'Salsk', hex: 9 },
      { text: '.' },
    ]);
    expect(plainText(sentence)).toBe('From Rostov to Salsk.');
  });
});
