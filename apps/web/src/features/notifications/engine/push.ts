/** Whether this browser shows what concerns somebody while no page is open, and how that is changed. */
import { call } from '@/lib/api.ts';

/** unsupported: it cannot. denied: it was told not to, and only its own settings change that. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** Who of those that share this browser has asked for it: the next one to sign in has not. */
const ASKED_BY = 'push-user';

function asker(): string | null {
  try {
    return localStorage.getItem(ASKED_BY);
  } catch {
    return null;
  }
}

function setAsker(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(ASKED_BY);
    else localStorage.setItem(ASKED_BY, userId);
  } catch {
    // Storage is refused: it holds until the page is left.
  }
}

/** On a first visit the worker is registered once the page has come to rest; later than this there is none. */
const REGISTERED_WITHIN_MS = 10_000;

async function pushManager(): Promise<PushManager | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null;
  const { serviceWorker } = navigator;
  const none = new Promise<undefined>((resolve) => setTimeout(resolve, REGISTERED_WITHIN_MS));
  const registration =
    (await serviceWorker.getRegistration()) ?? (await Promise.race([serviceWorker.ready, none]));
  return registration?.pushManager ?? null;
}

export async function pushState(userId: string): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await manager.getSubscription();
  return subscription && asker() === userId ? 'on' : 'off';
}

/** The server is told what a browser was subscribed as; a body that is none of ours is its to refuse. */
async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call('PUT /api/me/push-subscription', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    },
  });
}

/** Asks for permission where there is none yet, so call it from a click. @throws Error where it cannot be had */
export async function turnOn(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  const { publicKey } = await call('GET /api/push/key');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager.subscribe(options).catch(async (error: unknown) => {
    // One with another key, from before the instance was set up anew, stands in the way.
    const stale = await manager.getSubscription();
    if (!stale) throw error;
    await stale.unsubscribe();
    return manager.subscribe(options);
  });
  await tell(subscription);
  setAsker(userId);
  return 'on';
}

export async function turnOff(): Promise<PushState> {
  const subscription = await (await pushManager())?.getSubscription();
  if (subscription) {
    await call('DELETE /api/me/push-subscription', { query: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  setAsker(null);
  return 'off';
}

/** Goes on in a new session of whoever asked for it: the server forgot with the last one. */
export async function keepOn(userId: string): Promise<void> {
  if (asker() !== userId) return;
  const subscription = await (await pushManager())?.getSubscription();
  if (subscription) await tell(subscription);
}
