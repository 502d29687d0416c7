/** Shows push notifications, and opens them in an existing tab if there is one. */
declare const self: ServiceWorkerGlobalScope;

interface PushPayload {
  readonly title: string;
  readonly message: string;
  readonly href: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Parses a push message. Anyone with the endpoint and its keys can send one, so only paths of this origin
 * are opened.
 */
function read(data: PushMessageData | null): PushPayload {
  const payload = parse(data?.text() ?? '');
  const text = (name: string) => {
    const value = typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  const href = text('href');
  return {
    title: text('title') || 'New notification',
    message: text('message'),
    href: /^\/(?![/\\])/.test(href) ? href : '/',
    language: text('language'),
    direction: text('direction') === 'rtl' ? 'rtl' : 'ltr',
  };
}

export async function show(event: PushEvent): Promise<void> {
  const { title, message, href, language, direction } = read(event.data);
  await self.registration.showNotification(title, {
    body: message,
    lang: language,
    dir: direction,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    // Replaces an earlier notification about the same stream.
    tag: href,
    data: href,
  });
}

/** Marks a link to a stream, whose creator sees how many viewers came by notifications. */
const marked = (href: string): string =>
  /^\/(?:s|stream)\//.test(href) ? `${href}${href.includes('?') ? '&' : '?'}via=notification` : href;

export async function follow(notification: Notification): Promise<void> {
  notification.close();
  const href = typeof notification.data === 'string' ? notification.data : '/';
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === href);
  const open = there ?? windows.find(({ focused }) => focused) ?? windows[0];
  if (!open) {
    await self.clients.openWindow(marked(href));
    return;
  }
  // Fails if the press was too long ago; the tab still navigates.
  await open.focus().catch(() => undefined);
  // The app navigates without a reload, so that playback continues.
  if (open !== there) open.postMessage({ type: 'follow', href });
}

/** Sends the new subscription to the server when the push service replaces one. */
export async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options;
  const subscription =
    event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  await fetch('/api/me/push-subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}
