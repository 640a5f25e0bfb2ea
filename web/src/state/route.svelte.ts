/** Where one is; the address bar is the only memory of it. */
import { parseRoute, type Route } from './parse-route';

export const router = $state<{ route: Route }>({ route: parseRoute(location.hash) });

window.addEventListener('hashchange', () => (router.route = parseRoute(location.hash)));

export function go(path: string): void {
  location.hash = `#/${path}`;
}
