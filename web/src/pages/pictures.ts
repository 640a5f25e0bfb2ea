/** Pictures of scenarios, with the names on them in the reader's language. */
import { language } from '../i18n/index.svelte';
import { loadNames, nameOf } from '../i18n/names.svelte';
import { pictureOf } from './scenarios';

const made = new Map<string, Promise<string>>();
const WORDS = /(<text\b[^>]*>|<textPath\b[^>]*>)([^<]+)</g;

async function drawing(url: string): Promise<string> {
  await loadNames();
  const drawn = await (await fetch(url)).text();
  return drawn.replace(WORDS, (_, tag: string, english: string) => `${tag}${nameOf(english.trim()).replace(/&/g, '&amp;')}<`);
}

function addressOf(drawn: string): string {
  return URL.createObjectURL(new Blob([drawn], { type: 'image/svg+xml' }));
}

async function renamed(url: string): Promise<string> {
  return addressOf(await drawing(url));
}

/** How far from its middle a block covers names, in units of the sheet. */
const COVERS = { x: 34, y: 24 };

/** The ground of a picture, to stand blocks on: without its arrows, and without the names that blocks would cover in part. */
export async function groundFor(title: string, scenario: string, theme: string, blocks: readonly { x: number; y: number }[]): Promise<string> {
  const ground = new DOMParser().parseFromString(await drawing(pictureOf(title, scenario, theme)), 'image/svg+xml');
  ground.documentElement.lastElementChild?.remove();
  for (const name of ground.querySelectorAll('.names:is(.town, .minor, .major) text')) {
    const [x, y] = [Number(name.getAttribute('x')), Number(name.getAttribute('y'))];
    if (blocks.some((block) => Math.abs(block.x - x) < COVERS.x && Math.abs(block.y - y) < COVERS.y)) name.remove();
  }
  return addressOf(new XMLSerializer().serializeToString(ground));
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
