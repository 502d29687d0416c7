/** Shows what is pushed, and leads to it: in a tab that is open, where there is one. */
declare const self: ServiceWorkerGlobalScope;

interface News {
  readonly title: string;
  readonly message: string;
  readonly href: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Anything may be pushed by whoever knows the endpoint and its keys; only paths of our own are led to. */
function read(data: PushMessageData | null): News {
  const news = parse(data?.text() ?? '');
  const text = (name: string) => {
    const value = typeof news === 'object' && news !== null ? Reflect.get(news, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  const href = text('href');
  return {
    title: text('title') || 'Something new',
    message: text('message'),
    href: /^\/(?![/\\])/.test(href) ? href : '/',
  };
}

export async function show(event: PushEvent): Promise<void> {
  const { title, message, href } = read(event.data);
  await self.registration.showNotification(title, {
    body: message,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    // The same stream pushed twice is one notification.
    tag: href,
    data: href,
  });
}

export async function follow(notification: Notification): Promise<void> {
  notification.close();
  const href = typeof notification.data === 'string' ? notification.data : '/';
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === href);
  const open = there ?? windows.find(({ focused }) => focused) ?? windows[0];
  if (!open) {
    await self.clients.openWindow(href);
    return;
  }
  // Refused where the press is too long ago; the tab still goes there.
  await open.focus().catch(() => undefined);
  // The app goes there itself, without loading anew: what plays goes on playing small.
  if (open !== there) open.postMessage({ type: 'follow', href });
}

/** A push service may replace a subscription; the server has to know the new one. */
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
