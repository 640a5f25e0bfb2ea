/** Pages by the part of the address after `#`; it never reaches a server, so seat links stay secret. */

export type Route =
  | { page: 'home' }
  | { page: 'new'; title: string | null; scenario: string | null }
  | { page: 'account' }
  | { page: 'join'; invitation: string }
  | { page: 'game'; game: string; token: string | null; tutorial: boolean }
  | { page: 'rules'; title: string; clause: string | null };

export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#?\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
  const [page, first, second, third] = parts;
  if (page === 'new') return { page: 'new', title: first ?? null, scenario: second ?? null };
  if (page === 'account') return { page: 'account' };
  if (page === 'join' && first) return { page: 'join', invitation: first };
  if (page === 'rules' && first) return { page: 'rules', title: first, clause: second ?? null };
  if (page === 'game' && first) {
    return { page: 'game', game: first, token: second === 'seat' ? (third ?? null) : null, tutorial: second === 'tutorial' };
  }
  return { page: 'home' };
}
