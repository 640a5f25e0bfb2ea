/** The tab's title and icon: they say when somebody waits for me. */
import { t } from '../i18n/index.svelte';

const ICONS = { quiet: '/icon.svg', turn: '/icon-turn.svg' };

function icon(isTurn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = isTurn ? ICONS.turn : ICONS.quiet;
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}

let sign = '';
let page = 'blockfront';

function show(): void {
  document.title = sign ? `${sign} · ${page}` : page;
  icon(Boolean(sign));
}

/** What the page is called when nobody waits for me. */
export function showPage(name: string): void {
  page = name === t('page.home') ? 'blockfront' : `${name} · blockfront`;
  show();
}

/** Words before the page's name, such as "Your turn"; none take them away. */
export function showTurn(words: string): void {
  sign = words;
  show();
}
