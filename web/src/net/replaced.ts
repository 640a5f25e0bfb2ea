/** The server may get a new client while a page is open: parts of the old one that were not loaded yet are gone then, and the page reloads. */

const KEY = 'blockfront.reloaded';
const PAUSE = 60_000;

/** Reloads the page if a part of it cannot be found, at most once a minute, in case the server is only down for a while. */
export function reloadWhenReplaced(page: Window, now: () => number = Date.now): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (now() - Number(page.sessionStorage.getItem(KEY) ?? 0) < PAUSE) return;
    event.preventDefault();
    page.sessionStorage.setItem(KEY, String(now()));
    page.location.reload();
  });
}
