/** The seats of a side that two share. */
import type { SeatRequest } from '../wire';

export interface Team {
  mate: 'none' | 'bot' | 'invited';
  /** Number of the division, or that the two agree among themselves. */
  division: string;
  mine: string[];
}

export const ALONE: Team = { mate: 'none', division: '0', mine: [] };

/** My seat, and my mate's if I have one: he commands what I do not. */
export function sharedSeats(seat: SeatRequest, team: Team, divisions: readonly string[][], bot: string): SeatRequest[] {
  if (team.mate === 'none') return [seat];
  const parts = divisions[Number(team.division)] ?? [];
  const mate: SeatRequest = { sides: seat.sides, player: team.mate, parts: parts.filter((part) => !team.mine.includes(part)), ...(team.mate === 'bot' ? { bot } : {}) };
  return [{ ...seat, parts: parts.filter((part) => team.mine.includes(part)) }, mate];
}
