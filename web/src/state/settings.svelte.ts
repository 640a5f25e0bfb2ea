/** How this person likes the table. */
import { remember, remembered } from './storage';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'normal' | 'none';
export type Dice = 'normal' | 'fast' | 'none';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const still = window.matchMedia('(prefers-reduced-motion: reduce)');

/** How loud it is when sound is switched on. */
export const USUAL_VOLUME = 0.5;

class Settings {
  theme = $state<Theme>((remembered('theme') as Theme | null) ?? 'auto');
  motion = $state<Motion>((remembered('motion') as Motion | null) ?? 'normal');
  dice = $state<Dice>((remembered('dice') as Dice | null) ?? 'normal');
  /** Battles in the panel instead of on their stage. */
  isStageFolded = $state(remembered('stage_folded') === 'yes');
  /** The log as a story, or line by line. */
  log = $state<'story' | 'lines'>(remembered('log') === 'lines' ? 'lines' : 'story');
  /** How loud, from 0 (off, as it is unless somebody wants it) to 1. */
  volume = $state(Number(remembered('volume') ?? 0) || 0);
  confirmEnd = $state(remembered('confirm_end') !== 'no');
  systemIsDark = $state(dark.matches);

  constructor() {
    dark.addEventListener('change', () => (this.systemIsDark = dark.matches));
  }

  get shown(): 'light' | 'dark' {
    if (this.theme === 'auto') return this.systemIsDark ? 'dark' : 'light';
    return this.theme;
  }

  /** Whether nothing shall move by itself. */
  get isStill(): boolean {
    return this.motion === 'none' || still.matches;
  }

  /** Puts the settings on the page and keeps them. */
  apply(): void {
    document.documentElement.dataset.theme = this.shown;
    document.documentElement.dataset.motion = this.motion;
    remember('theme', this.theme);
    remember('motion', this.motion);
    remember('dice', this.dice);
    remember('stage_folded', this.isStageFolded ? 'yes' : 'no');
    remember('log', this.log);
    remember('volume', String(this.volume));
    remember('confirm_end', this.confirmEnd ? 'yes' : 'no');
  }
}

export const settings = new Settings();
