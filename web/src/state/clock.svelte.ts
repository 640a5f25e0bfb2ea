/** Clocks that run while one looks at them. */
import type { ClockInfo } from '../wire';

/** Seconds below which a clock is said to run low. */
export const LITTLE_TIME = 120;

const now = $state({ seconds: Date.now() / 1000 });
let watchers = 0;
let timer = 0;

/** Call in an effect of whatever shows a clock: time passes while somebody watches. */
export function watchTime(): () => void {
  if (watchers++ === 0) timer = window.setInterval(() => (now.seconds = Date.now() / 1000), 1000);
  now.seconds = Date.now() / 1000;
  return () => {
    if (--watchers === 0) clearInterval(timer);
  };
}

export function secondsLeft(clock: ClockInfo): number {
  return Math.max(0, clock.seconds_left - (clock.since ? Math.max(0, now.seconds - clock.since) : 0));
}
