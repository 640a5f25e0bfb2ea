/** The seats this browser holds. A seat is a secret link, so its token is kept here and nowhere else. */

export interface HeldSeat {
  game: string;
  token: string;
}

const KEY = 'blockfront.seats';
const MOST = 200;

export function heldSeats(): HeldSeat[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSeat) : [];
  } catch {
    return [];
  }
}

function isSeat(value: unknown): value is HeldSeat {
  const seat = value as HeldSeat | null;
  return typeof seat?.game === 'string' && typeof seat.token === 'string';
}

export function holdSeat(seat: HeldSeat): void {
  const others = heldSeats().filter((held) => held.token !== seat.token);
  localStorage.setItem(KEY, JSON.stringify([seat, ...others].slice(0, MOST)));
}

/** A link that was renewed takes the place of the old one. */
export function renewSeat(seat: HeldSeat): void {
  const others = heldSeats().filter((held) => held.game !== seat.game);
  localStorage.setItem(KEY, JSON.stringify([seat, ...others]));
}

export function tokenFor(game: string): string | null {
  return heldSeats().find((seat) => seat.game === game)?.token ?? null;
}

/** An invitation of mine that nobody has answered yet: the server keeps only its fingerprint, so the link is kept here. */
export interface HeldInvitation {
  game: string;
  seat: number;
  path: string;
}

const INVITATIONS = 'blockfront.invitations';

function isInvitation(value: unknown): value is HeldInvitation {
  const one = value as HeldInvitation | null;
  return typeof one?.game === 'string' && typeof one.seat === 'number' && typeof one.path === 'string';
}

function heldInvitations(): HeldInvitation[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(INVITATIONS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isInvitation) : [];
  } catch {
    return [];
  }
}

export function holdInvitations(invitations: readonly HeldInvitation[]): void {
  const kept = invitations.map(({ game, seat, path }) => ({ game, seat, path }));
  localStorage.setItem(INVITATIONS, JSON.stringify([...kept, ...heldInvitations()].slice(0, MOST)));
}

/** The whole address of the invitation to a seat; null where this browser does not have it. */
export function invitationTo(game: string, seat: number): string | null {
  const found = heldInvitations().find((one) => one.game === game && one.seat === seat);
  return found ? new URL(found.path, location.href).href : null;
}

const AWAY = 'blockfront.away';

/** Games that were put away; they are listed separately. */
export function gamesPutAway(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(AWAY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function putAway(game: string, isAway: boolean): string[] {
  const others = gamesPutAway().filter((one) => one !== game);
  const kept = isAway ? [game, ...others].slice(0, MOST) : others;
  localStorage.setItem(AWAY, JSON.stringify(kept));
  return kept;
}
