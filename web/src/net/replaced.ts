/** The server may have got a new client while a page is open: parts that are loaded later are gone then, and the page loads anew. */

const KEY = 'blockfront.reloaded';
const PAUSE = 60_000;

/** Loads the page anew when a part of it cannot be found, at most once a minute: a server that is away answers later. */
export function reloadWhenReplaced(page: Window, now: () => number = Date.now): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (now() - Number(page.sessionStorage.getItem(KEY) ?? 0) < PAUSE) return;
    event.preventDefault();
    page.sessionStorage.setItem(KEY, String(now()));
    page.location.reload();
  });
}
