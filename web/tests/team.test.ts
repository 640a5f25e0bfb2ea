import { describe, expect, it } from 'vitest';
import { ALONE, sharedSeats } from '../src/pages/team';

const ME = { sides: ['axis'], player: 'me' as const, name: 'Ann' };
const DIVISIONS = [['north', 'south'], ['germany', 'finland', 'romania']];

describe('seats of a shared side', () => {
  it('are one for somebody alone', () => {
    expect(sharedSeats(ME, ALONE, DIVISIONS, 'captain')).toEqual([ME]);
  });

  it('divide it between me and a bot', () => {
    const team = { mate: 'bot' as const, division: '1', mine: ['germany', 'romania'] };
    expect(sharedSeats(ME, team, DIVISIONS, 'captain')).toEqual([
      { ...ME, parts: ['germany', 'romania'] },
      { sides: ['axis'], player: 'bot', bot: 'captain', parts: ['finland'] },
    ]);
  });

  it('have no parts when two agree among themselves', () => {
    const team = { mate: 'invited' as const, division: 'agreed', mine: [] };
    expect(sharedSeats(ME, team, DIVISIONS, 'captain').map((seat) => seat.parts)).toEqual([[], []]);
  });
});
