// Beats, phases, summary, moments and meanings of what viewers were sent: `node beats-of.mjs < stories.json`, for tests that compare them.
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const stage = fileURLToPath(new URL('../src/stage', import.meta.url));
const outfile = join(await mkdtemp(join(tmpdir(), 'beats-')), 'beats.mjs');
const contents = ['beats', 'told-phases', 'summary', 'pace', 'aim', 'battle', 'meaning'].map((name) => `export * from './${name}';`).join('\n');
await build({ stdin: { contents, resolveDir: stage, loader: 'ts' }, bundle: true, format: 'esm', outfile, logLevel: 'error' });
const { beats, toldPhases, summary, cues, trackOf, frameBefore, frameAfter, outcome, meaning } = await import(pathToFileURL(outfile).href);

const stories = JSON.parse(readFileSync(0, 'utf8'));
const told = stories.map(({ title, lines, frames, sides, aim, rail, supply, rails }) => {
  const story = beats(title, lines, frames);
  const know = { sideOf: (block) => sides[block] ?? -1, worth: () => 1 };
  const pace = { isNear: () => false, isOfNote: () => true, isPlaceOfNote: () => true };
  const viewer = frames.at(-1).view.viewer;
  const meant = story.filter((beat) => beat.kind === 'battle').map((battle) => {
    const of = { title, viewer, hex: battle.hex, attacker: battle.attacker, result: outcome(battle, frames), aim, balance: { before: [0, 0], after: aim.balance } };
    return meaning({ ...of, rails, rail, supply, before: frameBefore(frames, battle).view, after: frameAfter(frames, battle).view, isNamed: () => true });
  });
  return { meant, story, phases: toldPhases(story), summary: summary(story, frames, know), moments: cues(story, pace), aim: trackOf(aim) };
});
process.stdout.write(JSON.stringify(told));
