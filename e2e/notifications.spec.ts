/** Notifications in the bell, by email and by push; installing the app; and the page shown without a network. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { linkIn, mailTo } from './lib/outbox.ts';
import { SMALL_VIDEO, startPublisher } from './lib/publisher.ts';

const PASSWORD = 'a password of a fan';

let instance: Instance;
let coral: Streamer;

test.beforeAll(async () => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

/** Calls the API from within the page. */
const api = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
      return answer.status === 204 ? null : answer.json();
    },
    [method, path, body] as const,
  );

async function newFan(page: Page, username: string): Promise<string> {
  const email = `${username}@example.org`;
  await instance.admin('create-user', '--username', username, '--email', email, '--password', PASSWORD);
  await page.goto(`${instance.url}/about`);
  await api(page, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
  const { streamerId } = await api(page, 'GET', '/api/streamers/coral/followers');
  await api(page, 'PUT', `/api/me/following/${streamerId}`);
  return email;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('a follower is notified of a live channel in every tab and by email, and can unsubscribe', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const email = await newFan(page, 'fan');
  const mail = { notifications: { stream_live: { mail: true } } };
  await api(page, 'PATCH', '/api/me/preferences', mail);
  await page.goto(`${instance.url}/about`);
  await bell(page).click();
  await expect(list(page)).toContainText('No notifications yet.');
  await page.keyboard.press('Escape');
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(`${instance.url}/about`);
  await expect(bell(phone)).toHaveAccessibleName('Notifications');

  const publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...SMALL_VIDEO });
  for (const tab of [page, phone]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread');
    await expect(bell(tab)).toHaveText('1');
  }
  await phone.bringToFront();
  await bell(phone).press('Enter');
  await expect(list(phone).getByRole('listitem')).toContainText(/coral went live.*Just now/);
  for (const colorScheme of ['dark', 'light'] as const) {
    await phone.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(phone);
  }
  await list(phone).getByRole('button', { name: 'Mark as read: coral went live' }).press('Enter');
  await expect(list(phone).getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await list(phone).getByRole('link', { name: 'coral went live' }).press('Enter');
  await expect(phone).toHaveURL(/\/s\/coral\//);

  const { text } = await mailTo(instance.dataDir, email, /^coral went live$/);
  const link = /\S+\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? linkIn({ to: email, subject: '', text });
  await page.goto(link);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('status')).toContainText(
    'You’re unsubscribed. You won’t get emails for “A channel you follow goes live” anymore.',
  );
  const { notifications } = await api(page, 'GET', '/api/me/preferences');
  expect(notifications).toContainEqual({
    key: 'stream_live',
    label: 'A channel you follow goes live',
    inApp: true,
    webPush: true,
    mail: false,
  });
  await publisher.stop();

  await api(page, 'POST', '/api/auth/sign-in/email', { email: coral.email, password: coral.password });
  await page.goto(`${instance.url}/about`);
  await expect(bell(page)).toHaveText('1');
  await bell(page).click();
  await expect(list(page)).toContainText('fan follows you');
  await list(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('older notifications have a page of their own, where they are read one by one or all at once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newFan(page, 'collector');
  const db = await openDatabaseOf(instance);
  await db.pool.query(
    `insert into notifications (id, user_id, type, title, message, created_at)
     select ('019a0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, p.id, 'other', 'Note ' || n, '', now()
     from profiles p, generate_series(1, 45) n where p.username = 'collector'`,
  );
  await db.close();
  await page.reload();
  await expect(bell(page)).toHaveText('9+');
  await bell(page).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(20);
  await list(page).getByRole('link', { name: 'See all' }).click();
  await page.waitForURL('**/dashboard/viewer/notifications');
  const notes = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(notes).toHaveCount(20);
  for (const count of [40, 45]) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(notes).toHaveCount(count);
  }
  await expect(notes.last()).toContainText('Note 1');
  await notes.last().getByRole('button', { name: 'Mark as read: Note 1' }).click();
  await expect(notes.last()).not.toContainText('(unread)');
  await expect(notes.first()).toContainText('(unread)');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('(unread)')).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  const ready = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
    });

  test('shows a page while offline, returns when online, and caches no personal data', async ({
    page,
    context,
  }) => {
    await newFan(page, 'traveler');
    await page.goto(`${instance.url}/dashboard/viewer`);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Viewer dashboard');
    await context.setOffline(true);
    await page.goto(`${instance.url}/discover`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
    }
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover');

    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/offline.html');
    expect(kept.filter((path) => !/^\/(?:assets\/|offline\.|theme\.js|favicon\.svg)/.test(path))).toEqual([]);
  });

  test('shows a push message as a notification, which opens its page in an open tab without a reload', async ({
    page,
    context,
  }) => {
    await page.goto(`${instance.url}/about`);
    await ready(page);
    await expectInstallable(context, page);
    const [worker] = context.serviceWorkers();
    // A headless browser does not allow notifications, so those of the worker are recorded.
    await worker?.evaluate(() => {
      const { registration } = globalThis as unknown as WorkerScope;
      registration.showNotification = async (title, options) =>
        void Reflect.set(globalThis, 'shown', { title, ...options });
    });
    const pushed = { title: 'coral went live', message: 'Fjord at dawn', href: '/streamer/coral' };
    await deliver(context, page, JSON.stringify(pushed));
    const shown = () => worker?.evaluate(() => Reflect.get(globalThis, 'shown'));
    await expect.poll(shown).toMatchObject({ title: 'coral went live', body: 'Fjord at dawn' });

    await page.evaluate(() => void Reflect.set(globalThis, 'neverReloaded', true));
    const closed = await worker?.evaluate(async () => {
      const scope = globalThis as unknown as WorkerScope;
      return await new Promise((resolve) => {
        const notification = { ...Reflect.get(globalThis, 'shown'), close: () => resolve(true) };
        scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
      });
    });
    expect(closed).toBe(true);
    await expect(page).toHaveURL(`${instance.url}/streamer/coral`);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'neverReloaded'))).toBe(true);
  });
});

interface WorkerScope {
  readonly registration: { showNotification(title: string, options: object): Promise<void> };
  readonly ExtendableEvent: new (type: string) => Event;
  dispatchEvent(event: Event): boolean;
}

async function expectInstallable(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Tributary', display: 'standalone' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Tests run in incognito windows, which cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
}

/** Delivers a push message by the DevTools protocol, in place of a push service. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(instance.url));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', { origin: instance.url, registrationId, data });
}
