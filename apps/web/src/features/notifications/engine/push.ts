/** Push notifications in this browser. */
import { call } from '@/lib/api/client.ts';

/** `denied` means blocked in the browser's settings, which only the user can change. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** The user who turned push on, since several users may share a browser. */
const USER_KEY = 'push-user';

function subscribedUser(): string | null {
  try {
    return localStorage.getItem(USER_KEY);
  } catch {
    return null;
  }
}

function setSubscribedUser(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(USER_KEY);
    else localStorage.setItem(USER_KEY, userId);
  } catch {
    // Storage is blocked: it lasts until the page is left.
  }
}

/** On a first visit the service worker is registered when the page is idle; after this time there is none. */
const REGISTRATION_TIMEOUT_MS = 10_000;

async function pushManager(): Promise<PushManager | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null;
  const { serviceWorker } = navigator;
  const none = new Promise<undefined>((resolve) => setTimeout(resolve, REGISTRATION_TIMEOUT_MS));
  const registration =
    (await serviceWorker.getRegistration()) ?? (await Promise.race([serviceWorker.ready, none]));
  return registration?.pushManager ?? null;
}

export async function pushState(userId: string): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await manager.getSubscription();
  return subscription && subscribedUser() === userId ? 'on' : 'off';
}

/** Sends the subscription to the server, which validates it. */
async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call('PUT /api/me/push-subscription', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    },
  });
}

/** Asks for permission if needed, so call it from a click. @throws Error if subscribing fails */
export async function turnOn(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  const { publicKey } = await call('GET /api/push/key');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager.subscribe(options).catch(async (error: unknown) => {
    // A subscription with another key, from before the instance was reinstalled, blocks a new one.
    const stale = await manager.getSubscription();
    if (!stale) throw error;
    await stale.unsubscribe();
    return manager.subscribe(options);
  });
  await sendSubscription(subscription);
  setSubscribedUser(userId);
  return 'on';
}

export async function turnOff(): Promise<PushState> {
  const subscription = await (await pushManager())?.getSubscription();
  if (subscription) {
    await call('DELETE /api/me/push-subscription', { query: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  setSubscribedUser(null);
  return 'off';
}

/** Renews the subscription in a new session, since the server deleted it with the last one. */
export async function renewSubscription(userId: string): Promise<void> {
  if (subscribedUser() !== userId) return;
  const subscription = await (await pushManager())?.getSubscription();
  if (subscription) await sendSubscription(subscription);
}
