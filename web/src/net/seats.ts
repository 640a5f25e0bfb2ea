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
