// What the client calls choices, hexes and blocks in its four languages: `node words-of.mjs < boards-and-choices.json`, for tests that compare them.
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// outside of a page runes are plain values
globalThis.$state = Object.assign((value) => value, { raw: (value) => value });
globalThis.document = { documentElement: {} };

const source = fileURLToPath(new URL('../src', import.meta.url));
const outfile = join(await mkdtemp(join(tmpdir(), 'words-')), 'words.mjs');
const contents = ['titles/index', 'titles/title', 'i18n/index.svelte', 'i18n/names.svelte', 'i18n/rich'].map((name) => `export * from './${name}';`).join('\n');
await build({ stdin: { contents, resolveDir: source, loader: 'ts' }, bundle: true, format: 'esm', outfile, logLevel: 'error' });
const { adapterOf, BoardFacts, LANGUAGES, loadNames, nameOf, plainText, setLanguage } = await import(pathToFileURL(outfile).href);

const { titles, boards, decisions } = JSON.parse(readFileSync(0, 'utf8'));
const told = {};
for (const language of LANGUAGES) {
  await setLanguage(language);
  await loadNames();
  const facts = Object.fromEntries(Object.entries(boards).map(([title, board]) => [title, new BoardFacts(board, nameOf)]));
  const adapters = Object.fromEntries(titles.map((title) => [title.id, adapterOf(title)]));
  told[language] = {
    hexes: Object.fromEntries(Object.entries(facts).map(([title, known]) => [title, known.board.hexes.map(({ hex }) => known.hexName(hex))])),
    blocks: Object.fromEntries(Object.entries(facts).map(([title, known]) => [title, known.board.blocks.map(({ name }) => name)])),
    choices: decisions.map(({ title, choices }) => choices.map(({ action, text }) => plainText(adapters[title].actionText(action, text, facts[title])))),
  };
}
process.stdout.write(JSON.stringify(told));
