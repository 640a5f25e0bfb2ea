/** Dice recomputed in the browser: each is made from the seed, the number of its throw and its place in it, and from nothing else. */
import type { VerifiedDice } from '../wire';

const encoder = new TextEncoder();

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const hexOf = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What was published before the first throw. */
export async function commitmentOf(seed: string): Promise<string> {
  const word = encoder.encode('blockfront dice ');
  const secret = bytesOf(seed);
  const whole = new Uint8Array(word.length + secret.length);
  whole.set(word);
  whole.set(secret, word.length);
  return hexOf(await crypto.subtle.digest('SHA-256', whole));
}

/** The faces of a throw. */
export async function facesOf(key: CryptoKey, number: number, count: number, sides: number): Promise<number[]> {
  const signed = Array.from({ length: count }, (_, place) => crypto.subtle.sign('HMAC', key, encoder.encode(`${number}/${place}`)));
  return (await Promise.all(signed)).map((digest) => {
    const high = new DataView(digest).getBigUint64(0);
    return Math.floor((Number(high >> 11n) / 2 ** 53) * sides) + 1;
  });
}

export async function keyOf(seed: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

export interface Checked {
  dice: number;
  /** The first die that is not what the seed gives, as throw and place; null where all are. */
  wrong: { throw: number; die: number; is: number; should: number } | null;
  isSealed: boolean;
}

/** Recomputes every die; `told` hears how far it has come. */
export async function check(given: VerifiedDice, told: (dice: number) => void = () => undefined): Promise<Checked> {
  const isSealed = (await commitmentOf(given.seed)) === given.commitment;
  const key = await keyOf(given.seed);
  let dice = 0;
  for (const { number, faces } of given.throws) {
    const should = await facesOf(key, number, faces.length, given.sides);
    const at = faces.findIndex((face, place) => face !== should[place]);
    if (at >= 0) return { dice, isSealed, wrong: { throw: number, die: at + 1, is: faces[at]!, should: should[at]! } };
    dice += faces.length;
    told(dice);
  }
  return { dice, isSealed, wrong: null };
}
