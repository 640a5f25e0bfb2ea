import { describe, expect, it, vi } from 'vitest';
import { reloadWhenReplaced } from '../src/net/replaced';

function pageWith(now: () => number) {
  const kept = new Map<string, string>();
  const page = Object.assign(new EventTarget(), {
    sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
    location: { reload: vi.fn() },
  });
  reloadWhenReplaced(page as unknown as Window, now);
  return page;
}

describe('a part of the page that cannot be found', () => {
  it('loads the page anew, but not again and again', () => {
    let time = 1_000_000;
    const page = pageWith(() => time);
    const missing = (): boolean => !page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    expect(missing()).toBe(true);
    expect(missing(), 'the second error is told').toBe(false);
    time += 61_000;
    expect(missing()).toBe(true);
    expect(page.location.reload).toHaveBeenCalledTimes(2);
  });
});
