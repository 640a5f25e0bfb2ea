/** Web Push: this browser as a place where notices go, even when no page is open. */
import type { PushSubscription as Subscription } from '../wire';

const WORKER = '/notices.js';

export function canPush(key: string): boolean {
  return Boolean(key) && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Ask the person and the browser; null when either says no. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  return { endpoint: made.endpoint, p256dh: textOf(made.getKey('p256dh')), auth: textOf(made.getKey('auth')) };
}

/** Whether a stored subscription is this browser's own. */
export async function isThisBrowser(kept: Subscription): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription())?.endpoint === kept.endpoint;
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/').padEnd(Math.ceil(text.length / 4) * 4, '='));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer | null): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
