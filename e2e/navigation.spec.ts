/** Moving between pages: scroll positions, unknown paths, the sidebar, and the link Start Streaming. */
import { expect, type Page, test } from '@playwright/test';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, startInstance } from './lib/instance.ts';

const DESK = { width: 1440, height: 900 };
const PASSWORD = 'a password of the tests';

let instance: Instance;
let db: Awaited<ReturnType<typeof openDatabaseOf>>;

test.beforeAll(async () => {
  instance = await startInstance();
  db = await openDatabaseOf(instance);
  for (let n = 1; n <= 24; n++) await goLive(`channel-${n}`, n);
});
test.afterAll(async () => {
  await db.close();
  await instance[Symbol.asyncDispose]();
});
test.use({ viewport: DESK });

/** Inserts a live channel whose avatar does not exist. */
async function goLive(username: string, viewers: number): Promise<void> {
  await db.pool.query(
    `with person as (
       insert into profiles (id, username, email, display_name, avatar_url)
       values (gen_random_uuid(), $1, $1 || '@example.org', $1, '/pictures/gone.webp') returning id
     ), role as (
       insert into user_roles (user_id, role) select id, 'streamer' from person
     ), channel as (
       insert into streamer_data (user_id, stream_key, stream_key_hash)
       select id, $1, sha256($1::bytea) from person
     )
     insert into streams (id, streamer_id, title, category, slug, status, current_viewers, started_at, seen_at)
     select gen_random_uuid(), id, 'Show of ' || $1, 'Gaming', 'show', 'live', $2, now(), now() from person`,
    [username, viewers],
  );
}

const cardOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: `Show of ${name}`, exact: true });
const scrolled = (page: Page) => page.evaluate(() => scrollY);
async function scrollDown(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, 600));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  return scrolled(page);
}

async function signIn(page: Page, username: string, ...roles: string[]): Promise<void> {
  let [email, password] = [`${username}@example.org`, PASSWORD];
  if (roles.includes('streamer')) ({ email, password } = await instance.createStreamer(username));
  else await instance.admin('create-user', '--username', username, '--email', email, '--password', password);
  if (roles.includes('admin')) await instance.admin('grant-role', '--username', username, '--role', 'admin');
  const response = await page.request.post(`${instance.url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: instance.url },
  });
  expect(response.status()).toBe(200);
}

/** Hides the page as another tab does, which ends the measurement of a screen. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });

test('measures the page that was loaded, and each screen that a link leads to', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/track-performance')) return;
    for (const { pageUrl, name } of request.postDataJSON()) sent.push(`${pageUrl} ${name}`);
  });
  // Playwright does not see the bodies of beacons.
  await page.addInitScript(() => {
    navigator.sendBeacon = (url, body) => {
      void new Response(body)
        .text()
        .then((text) =>
          fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }),
        );
      return true;
    };
  });
  await page.goto(instance.url);
  await expect(async () => {
    await hide(page);
    expect(sent).toContain('/ CLS');
  }).toPass();
  await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
  await expect(page).toHaveURL(/\/discover$/);
  await expect(async () => {
    await hide(page);
    expect(sent).toContain('/discover CLS');
  }).toPass();
  expect(sent).toEqual(expect.arrayContaining(['/ TTFB', '/ FCP', '/ LCP', '/ FID']));
  // Metrics that begin with the load of a page are measured once.
  expect(sent.filter((name) => /\/discover (?:TTFB|FCP|LCP|FID|TTI)/.test(name))).toEqual([]);
  expect(sent).toHaveLength(new Set(sent).size);
});

test('starts every page at its top, and returns to the position on the way back and forward', async ({
  page,
}) => {
  await page.goto(instance.url);
  await expect(cardOf(page, 'channel-9')).toBeVisible();
  await cardOf(page, 'channel-9').evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const left = await scrolled(page);
  await cardOf(page, 'channel-9').click();
  await page.waitForURL('**/s/channel-9/show');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('channel-9');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  const leftStream = await scrolled(page);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(left);
  await page.goForward();
  await page.waitForURL('**/s/channel-9/show');
  await expect.poll(() => scrolled(page)).toBe(leftStream);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(left);

  const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'Footer' });
  for (const [name, path] of [
    ['Discover', '/discover'],
    ['FAQ', '/faq'],
    ['Terms', '/terms'],
    ['Home', '/'],
  ] as const) {
    await links.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => scrolled(page), path).toBe(0);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  }
  // The link leads to the page that is already open. The stream that was watched may be first now, with other markup.
  await expect(cardOf(page, 'channel-10')).toBeVisible();
  await scrollDown(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('starts a stream at its top that is opened by an outdated link', async ({ page }) => {
  await page.goto(`${instance.url}/discover`);
  await expect(cardOf(page, 'channel-7')).toBeVisible();
  await scrollDown(page);
  // The stream gets another title, which this page does not know.
  await db.pool.query(
    `with renamed as (update streams set slug = 'renamed' where title = 'Show of channel-7' returning id, streamer_id)
     insert into stream_former_slugs (streamer_id, slug, stream_id) select streamer_id, 'show', id from renamed`,
  );
  await cardOf(page, 'channel-7').click();
  await page.waitForURL('**/s/channel-7/renamed');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('channel-7');
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('answers unknown paths with 404, its text and a way home', async ({ page }) => {
  for (const path of ['/nothing/here', '/dashboard/nobody', '/404']) {
    const response = await page.goto(instance.url + path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.waitForURL(`${instance.url}/`);
  expect((await page.goto(`${instance.url}/dashboard`))?.status()).toBe(200);
});

test('says that a channel or a stream was not found, and leads to the next step', async ({ page }) => {
  await page.goto(`${instance.url}/streamer/no-such-channel`);
  await expect(page.getByRole('heading', { name: 'Channel not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Search for this name' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('no-such-channel');
  await page.goto(`${instance.url}/s/channel-7/no-such-stream`);
  await expect(page.getByRole('heading', { name: 'Stream not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the channel' }).click();
  await page.waitForURL('**/streamer/channel-7');
});

test('leads the account menu and the menu of phones with the pages of the viewer', async ({ page }) => {
  await signIn(page, 'menu-streamer', 'streamer');
  const expected = ['My channel', 'Following', 'Saved', 'History', 'Subscriptions', 'Preferences'];
  await page.goto(instance.url);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  expect((await page.getByRole('menuitem').allInnerTexts()).slice(0, 6)).toEqual(expected);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Terms' })).toBeAttached();
  expect((await menu.getByRole('link').allInnerTexts()).slice(0, 6)).toEqual(expected);
  await menu.getByRole('link', { name: 'My channel' }).click();
  await page.waitForURL('**/streamer/menu-streamer');
});

test('has a tab bar on phones, which covers neither the end of a page nor the chat of a stream', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'tab-viewer');
  await page.goto(`${instance.url}/faq`);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  for (const name of ['Home', 'Discover', 'Following', 'You']) {
    const box = await tabs.getByRole('link', { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
    expect(box?.width, name).toBeGreaterThanOrEqual(44);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const bar = await tabs.boundingBox();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
  await tabs.getByRole('link', { name: 'Following' }).click();
  await page.waitForURL('**/dashboard/viewer/following');
  await expect(tabs.getByRole('link', { name: 'Following' })).toHaveAttribute('aria-current', 'page');
  await page.goto(`${instance.url}/s/channel-9/live`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(tabs).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${instance.url}/faq`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(tabs).toHaveCount(0);
});

test('fills the Home of a new account with suggestions, and then with followed channels, without the hero', async ({
  page,
}) => {
  await signIn(page, 'new-viewer');
  await page.goto(instance.url);
  const suggested = page.getByRole('list', { name: 'Suggested channels' });
  await expect(suggested).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home');
  const first = suggested.getByRole('listitem').first();
  const name = await first.getByRole('link').innerText();
  await first.getByRole('button', { name: /^Follow/ }).click();
  const following = page.getByRole('main').getByRole('region', { name: 'Following' });
  await expect(following.getByRole('link', { name }).first()).toBeVisible();
  await page.reload();
  await expect(following).toBeVisible();
  await expect(suggested).toHaveCount(0);
});

test('reloads a page whose script is gone after an update, and offers the new version where it is still gone', async ({
  page,
}) => {
  const linkTo = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
  await page.goto(`${instance.url}/discover`);
  let reloads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads += 1;
  });
  await page.route(/assets\/pages-/, (route) =>
    reloads === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await linkTo('FAQ').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions');
  expect(reloads).toBe(1);

  await page.route(/assets\/contact-/, (route) => route.fulfill({ status: 404 }));
  await page.route(/assets\/app-/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await linkTo('Contact').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new version is available');
  expect(reloads).toBe(2);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
});

test('opens and closes the sidebar on stream pages, which remember it apart from other pages', async ({
  page,
}) => {
  await page.goto(`${instance.url}/s/channel-3/show`);
  const sidebar = page.locator('#sidebar');
  const toggle = page.getByRole('button', { name: 'Sidebar' });
  await expect(sidebar).toHaveCSS('width', '56px');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(sidebar).toHaveCSS('width', '256px');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '256px');
  await toggle.click();
  await expect(sidebar).toHaveCSS('width', '56px');
  await page.getByRole('banner').getByRole('link', { name: 'Discover', exact: true }).click();
  await expect(sidebar).toHaveCSS('width', '256px');
});

test('shows the placeholder for an avatar that cannot be loaded', async ({ page }) => {
  await page.goto(`${instance.url}/discover`);
  const avatar = page.locator('#sidebar li img').first();
  await expect(avatar).toHaveAttribute('src', /placeholder.*\.svg$/);
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('shows no zero of viewers on Home and in the sidebar', async ({ page }) => {
  await goLive('quiet', 0);
  await page.goto(`${instance.url}/discover?q=quiet`);
  const card = page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Show of quiet', exact: true }) });
  await expect(card.getByText('Live', { exact: true })).toBeVisible();
  await expect(card.getByText(/\b0\b/)).toHaveCount(0);
  await expect(page.getByText(/^0 viewers$/)).toHaveCount(0);
});

const PAGES = ['/', '/discover?category=comedy', '/pro-studio'];

/** The links named Start Streaming on a page, once the session is known. */
async function startLinks(page: Page, path: string) {
  await page.goto(instance.url + path);
  const banner = page.getByRole('banner');
  const account = page.getByRole('button', { name: /^Account menu/ });
  await expect(banner.getByRole('link', { name: 'Sign Up' }).or(account)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.getByRole('link', { name: /^start streaming$/i });
}

for (const [who, roles] of [
  ['visitor', null],
  ['viewer', []],
  ['streamer', ['streamer']],
  ['admin', ['streamer', 'admin']],
] as const) {
  test(`offers Start Streaming to a ${who} in the header of every page and in the palette`, async ({
    page,
  }) => {
    if (roles) await signIn(page, `the-${who}`, ...roles);
    for (const path of PAGES) {
      await expect(await startLinks(page, path), path).not.toHaveCount(0);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Start Streaming' })).toBeVisible();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('banner').getByRole('link', { name: 'Start Streaming' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('start str');
    await expect(page.getByRole('option', { name: 'Start Streaming', exact: true })).toBeVisible();
  });
}
