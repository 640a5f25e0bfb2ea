/** Small sounds of our own, made of noise and sines when they are wanted: no files, no music, no voices. Off unless somebody switches them on. */
import type { Beat } from './beats';
import type { Cue } from './pace';

export type Sound = 'die' | 'set_down' | 'turned' | 'falls' | 'gun' | 'paper' | 'knocks';

/** What a moment of a story sounds like; nothing at the highest speed. */
export function soundOf(cue: Cue, beat: Beat, speed: number): Sound | null {
  if (speed >= 4) return null;
  if (cue.kind === 'open') return beat.kind === 'battle' ? 'gun' : null;
  if (cue.kind === 'throw') return 'die';
  if (cue.kind === 'arrows') return 'set_down';
  if (cue.kind !== 'loss' || beat.kind !== 'battle') return null;
  const loss = beat.throws[cue.throw]?.losses[cue.loss];
  return loss?.what === 'destroyed' ? 'falls' : loss ? 'turned' : null;
}

const RATE = 24_000;
/** Seconds, and how loud against the volume. */
const LENGTHS: Record<Sound, [seconds: number, gain: number]> = {
  die: [0.06, 0.5], set_down: [0.09, 0.5], turned: [0.11, 0.4], falls: [0.18, 0.7], gun: [0.9, 0.125], paper: [0.2, 0.25], knocks: [0.4, 0.5],
};

/** One sound as samples between -1 and 1. `pitch` makes dice differ; `noise` gives the same numbers every time. */
export function samples(sound: Sound, pitch = 1): Float32Array {
  const [seconds] = LENGTHS[sound];
  const made = new Float32Array(Math.round(seconds * RATE));
  const noise = noiseFrom(7);
  let low = 0;
  for (let n = 0; n < made.length; n += 1) {
    const time = n / RATE;
    const wave = (frequency: number): number => Math.sin(2 * Math.PI * frequency * pitch * time);
    const fading = (rate: number, since = 0): number => (time < since ? 0 : Math.exp(-(time - since) * rate));
    const raw = noise();
    low += (raw - low) * (sound === 'gun' ? 0.02 : 0.25); // a low-pass: what is far away has no edges
    if (sound === 'die') made[n] = (wave(1900) * 0.5 + raw * 0.5) * fading(70);
    else if (sound === 'set_down') made[n] = (wave(240) * 0.7 + low * 0.6) * fading(45);
    else if (sound === 'turned') made[n] = (low * 0.8 + wave(420) * 0.2) * fading(30);
    else if (sound === 'falls') made[n] = (wave(90) * 0.8 + low * 0.5) * fading(18);
    else if (sound === 'gun') made[n] = (low * 5 + wave(46) * 0.5) * Math.min(1, time * 25) * fading(4);
    else if (sound === 'paper') made[n] = (raw - low) * 0.5 * Math.sin((Math.PI * n) / made.length);
    else made[n] = wave(310) * (fading(50) + fading(50, 0.2));
  }
  return made.map((value) => Math.max(-1, Math.min(1, value)));
}

/** Pseudo-random noise, the same for everybody. */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
}

class Speaker {
  private context: AudioContext | null = null;
  private readonly buffers = new Map<string, AudioBuffer>();

  /** Plays a sound, some of them several times; in a hidden tab only the knocks. */
  play(sound: Sound, volume: number, times = 1): void {
    if (document.hidden && sound !== 'knocks') return;
    this.context ??= new AudioContext();
    for (let number = 0; number < times; number += 1) this.once(sound, volume, [1, 1.12, 0.9][number % 3]!, number * 0.04);
  }

  private once(sound: Sound, volume: number, pitch: number, delay: number): void {
    const { context } = this;
    if (!context) return;
    const key = `${sound} ${pitch}`;
    let buffer = this.buffers.get(key);
    if (!buffer) {
      const made = samples(sound, pitch);
      buffer = context.createBuffer(1, made.length, RATE);
      buffer.getChannelData(0).set(made);
      this.buffers.set(key, buffer);
    }
    const source = context.createBufferSource();
    const gain = context.createGain();
    gain.gain.value = volume * LENGTHS[sound][1];
    source.buffer = buffer;
    source.connect(gain).connect(context.destination);
    source.start(context.currentTime + delay);
  }
}

export const speaker = new Speaker();
