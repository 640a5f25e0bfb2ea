import { describe, expect, it } from 'vitest';
import { saysSomething } from '../src/titles/silent';

const line = (event: object) => ({ event }) as Parameters<typeof saysSomething>[0];

describe('the log', () => {
  it('leaves out that no hex held nothing but aircraft', () => {
    expect(saysSomething(line({ type: 'encountered', hexes: [] }))).toBe(false);
  });

  it('tells the hexes that held nothing but aircraft, and every other event', () => {
    expect(saysSomething(line({ type: 'encountered', hexes: [1204] }))).toBe(true);
    expect(saysSomething(line({ type: 'captured', hexes: [] }))).toBe(true);
    expect(saysSomething(line({ type: 'phase', side: 0, phase: 3 }))).toBe(true);
  });
});
