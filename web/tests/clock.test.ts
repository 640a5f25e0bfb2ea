import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StageClock } from '../src/stage/clock.svelte';
import type { Cue } from '../src/stage/pace';

const cue = (beat: number, ms = 100): Cue => ({ beat, kind: 'line', ms, from: 0, to: 0, throw: -1, loss: -1, line: 0 });
const CUES = [cue(0), cue(0), cue(1), cue(2)];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock of the stage', () => {
  it('shows one moment after the other, and says when all is told', () => {
    const ended = vi.fn();
    const clock = new StageClock(ended);
    clock.begin(CUES);
    vi.advanceTimersByTime(250);
    expect(clock.at).toBe(2);
    vi.advanceTimersByTime(200);
    expect(clock.isOver).toBe(true);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('goes four times as fast when that is wanted', () => {
    const clock = new StageClock();
    clock.begin(CUES);
    clock.setSpeed(4);
    vi.advanceTimersByTime(76);
    expect(clock.at).toBe(3);
  });

  it('stands still while it is paused, and steps from beat to beat, back as well', () => {
    const clock = new StageClock();
    clock.begin(CUES);
    clock.pause();
    vi.advanceTimersByTime(5000);
    expect(clock.at).toBe(0);
    clock.step(1);
    expect(clock.at).toBe(2);
    clock.step(-1);
    expect(clock.at).toBe(0);
  });

  it('hurries while people who play are twenty seconds ahead, and no longer', () => {
    const clock = new StageClock();
    const many = Array.from({ length: 60 }, (_, beat) => cue(beat, 500));
    clock.begin(many); // 30 seconds
    expect(clock.rate).toBe(1);
    clock.isLive = true;
    clock.extend(many);
    vi.advanceTimersByTime(500);
    vi.advanceTimersByTime(500);
    expect(clock.at).toBe(3); // the first at the usual pace, the next two in half the time
    vi.advanceTimersByTime(60 * 250);
    expect(clock.at).toBeLessThan(60);
    expect(clock.rate).toBe(1);
    clock.setSpeed(4);
    expect(clock.rate).toBe(4);
  });

  it('keeps its place when more has happened', () => {
    const clock = new StageClock();
    clock.begin(CUES);
    vi.advanceTimersByTime(150);
    clock.extend([cue(0), cue(0), cue(0), cue(1), cue(2), cue(3)]);
    expect(clock.at).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(clock.isOver).toBe(true);
    clock.extend([...clock.cues, cue(4)]);
    expect(clock.cue?.beat).toBe(4);
  });

  it('leaves out the rest when it is skipped', () => {
    const ended = vi.fn();
    const clock = new StageClock(ended);
    clock.begin(CUES);
    clock.skip();
    expect(clock.isOver).toBe(true);
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
