/** The page of a stream around its player: tabs, sharing, theater mode and full screen. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { type Publisher, SMALL_VIDEO, startPublisher } from './lib/publisher.ts';
import { signIn } from './lib/session.ts';
import { DESK, VIEWPORTS } from './lib/viewports.ts';

let instance: Instance;
let coral: Streamer;
let publisher: Publisher;

test.beforeAll(async ({ browser }) => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
  publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...SMALL_VIDEO });
  await describeChannel(browser);
});
test.afterAll(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

/** Gives the channel a bio, a link and an event. */
async function describeChannel(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await signIn(page, instance, coral);
  const saved = await page.request.patch(`${instance.url}/api/me/profile`, {
    data: { bio: 'A reef in a flat.', links: ['https://reef.example'] },
    headers: { origin: instance.url },
  });
  expect(saved.status()).toBe(200);
  await page.close();
  const database = await openDatabaseOf(instance);
  await database.pool.query(
    `insert into ppv_events (id, creator_id, title, description, event_date, timezone, duration_minutes, price_cents, currency, status)
     select gen_random_uuid(), id, 'Spawning night', 'Once a year.', now() + interval '3 days', 'UTC', 90, 0, 'USD', 'published'
     from profiles where username = 'coral'`,
  );
  await database.close();
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const panel = (page: Page) => page.getByRole('tabpanel');

for (const viewport of VIEWPORTS) {
  test(`tabs below the stream show the channel by keyboard, and links lead to each, at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ viewport });
    await page.goto(coral.watchUrl);
    await expect(panel(page)).toContainText('A reef in a flat.');
    await expect(panel(page).getByRole('link', { name: 'reef.example' })).toBeVisible();
    await expectAccessible(page);

    await tab(page, 'About').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Schedule')).toBeFocused();
    await expect(page).toHaveURL(/\?tab=schedule$/);
    await expect(panel(page).getByRole('link', { name: 'Spawning night', exact: true })).toBeVisible();
    await expect(panel(page).getByText('No past streams')).toBeVisible();
    await expectAccessible(page);

    await page.keyboard.press('ArrowRight');
    await expect(panel(page)).toContainText('Once a year.');
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(panel(page).getByText('No subscription tiers')).toBeVisible();
    await page.keyboard.press('End');
    await expect(panel(page).getByText('No clips yet')).toBeVisible();
    await page.keyboard.press('Home');
    await expect(page).toHaveURL(coral.watchUrl);

    await page.goto(`${coral.watchUrl}?tab=videos`);
    await expect(tab(page, 'Videos')).toHaveAttribute('aria-selected', 'true');
    await expect(panel(page).getByText('No videos yet')).toBeVisible();
    // The address of a stream is replaced by the current one, which keeps the tab.
    await expect(page).toHaveURL(/\?tab=videos$/);
    await page.close();
  });
}

test('a tab that fails to load says so and loads on retry, and the player plays on', async ({ browser }) => {
  const page = await browser.newPage({ viewport: DESK });
  await page.goto(coral.watchUrl);
  const player = page.locator('[data-player]');
  await expect(player).toHaveAttribute('data-state', 'playing');
  await page.route('**/api/streamers/coral/clips*', (route) => route.abort());
  await tab(page, 'Clips').click();
  const retry = panel(page).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(player).toHaveAttribute('data-state', 'playing');
  await expect(page.locator('[data-player] video')).toHaveCount(1);
  await page.unroute('**/api/streamers/coral/clips*');
  await retry.click();
  await expect(panel(page).getByText('No clips yet')).toBeVisible();
  await page.close();
});

test('the share sheet copies the link of a stream and the code that embeds its channel', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: DESK,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(coral.watchUrl);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  await share.click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(clipboard).toMatch(/\/s\/coral\/[^?]+$/);
  const address = await clipboard();
  await expect(sheet.getByRole('link', { name: 'Share on Reddit' })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(address)),
  );
  // A live stream has no position to start at.
  await expect(sheet.getByRole('checkbox')).toHaveCount(0);
  await sheet.getByText('Embed in a page').click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Copy embed code' }).click();
  await expect.poll(clipboard).toContain(`<iframe src="${instance.url}/embed/coral"`);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(share).toBeFocused();
  await context.close();
});

test('theater mode leaves the window to the player and the chat, until a button brings the header back', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: DESK });
  await page.goto(coral.watchUrl);
  const player = page.locator('[data-player]');
  await expect(player).toHaveAttribute('data-state', 'playing');
  await player.focus();
  await page.keyboard.press('t');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await expect.poll(async () => await player.boundingBox()).toMatchObject({ x: 0, y: 0, height: 900 });
  await expect(page.getByRole('region', { name: 'Chat' })).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
  // Narrow windows have no such mode.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('banner')).toBeVisible();
  await page.setViewportSize(DESK);
  await page.getByText('Exit theater mode').click();
  await expect(page.getByRole('banner')).toBeVisible();
  await player.focus();
  await page.keyboard.press('t');
  await expect(page.getByRole('banner')).toBeHidden();
  // Other pages have their header, whatever was chosen for streams.
  await page.goto(`${instance.url}/discover`);
  await expect(page.getByRole('banner')).toBeVisible();
  await page.close();
});

test('a stream plays on in the mini player while its viewer looks around, and on its page again', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: DESK });
  const plays = () => expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
  await page.goto(coral.watchUrl);
  await plays();
  // Another element would have loaded the stream anew.
  await page.evaluate(() => document.querySelector('[data-player] video')?.setAttribute('data-first', ''));
  const isFirst = () => expect(page.locator('[data-player] video')).toHaveAttribute('data-first', '');

  await page.getByRole('link', { name: 'Discover' }).first().click();
  const mini = page.getByRole('complementary', { name: 'Mini player' });
  await plays();
  await isFirst();
  await expectAccessible(page);
  // The keys of the player belong to the page here.
  await page.keyboard.press('k');
  await mini.hover();
  await mini.getByRole('button', { name: 'Pause' }).click();
  await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'paused');
  await mini.getByRole('button', { name: /^Play/ }).click();
  await plays();

  await mini.getByRole('link', { name: /^Back to/ }).click();
  await expect(mini).toBeHidden();
  await plays();
  await isFirst();

  await page.goBack();
  await plays();
  await mini.hover();
  await mini.getByRole('button', { name: 'Close mini player' }).click();
  await expect(page.locator('[data-player]')).toHaveCount(0);
  await page.close();
});

test('full screen shows the chat over the video on request, with its menus', async ({ browser }) => {
  const page = await browser.newPage({ viewport: DESK });
  await page.goto(coral.watchUrl);
  const player = page.locator('[data-player]');
  await expect(player).toHaveAttribute('data-state', 'playing');
  await player.hover();
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  const chat = page.getByRole('region', { name: 'Chat' });
  await expect(chat).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await player.hover();
  await page.getByRole('button', { name: 'Show chat over the video' }).click();
  await expect(chat).toBeVisible();
  // The controls below it stay within reach.
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await chat.getByRole('button', { name: 'People in the chat' }).click();
  await expect(page.getByRole('dialog', { name: 'People in the chat' })).toBeVisible();
  await page.keyboard.press('Escape');
  await player.hover();
  await page.getByRole('button', { name: 'Exit full screen' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(chat).toBeVisible();
  await page.close();
});

test('a creator schedules a weekly stream and skips one, and a viewer is reminded of the next', async ({
  browser,
}) => {
  const creator = await browser.newPage({ viewport: DESK });
  await signIn(creator, instance, coral);
  await creator.goto(`${instance.url}/dashboard/creator/schedule`);
  await creator.getByRole('button', { name: 'Schedule a stream' }).click();
  const form = creator.getByRole('dialog', { name: 'Schedule a stream' });
  await form.getByLabel('Title').fill('Reef at dusk');
  const nextWeek = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString().slice(0, 10);
  await form.getByLabel('Day', { exact: true }).fill(nextWeek);
  await form.getByLabel('Repeat every week').click();
  await expectAccessible(creator);
  await form.getByRole('button', { name: 'Add to schedule' }).click();
  const entry = creator.getByRole('region', { name: 'Reef at dusk' });
  await entry
    .getByRole('button', { name: /^Cancel the stream on/ })
    .first()
    .click();
  await expect(entry.getByText('Canceled')).toBeVisible();
  await expectAccessible(creator);
  await creator.close();

  const viewer = await browser.newPage({ viewport: DESK });
  await signIn(viewer, instance, await instance.createStreamer('kelp'));
  await viewer.goto(`${instance.url}/streamer/coral?tab=schedule`);
  const reminders = panel(viewer).getByRole('button', { name: 'Remind me of “Reef at dusk”' });
  await expect(panel(viewer).getByText('Canceled')).toBeVisible();
  await reminders.first().click();
  await expect(reminders.first()).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(viewer);
  await expect(async () => {
    await viewer.reload();
    await expect(reminders.first()).toHaveAttribute('aria-pressed', 'true');
  }).toPass();

  const feed = `${instance.url}/api/streamers/coral/schedule.ics`;
  const calendar = await viewer.request.get(feed);
  expect(await calendar.text()).toContain('SUMMARY:coral: Reef at dusk');
  const { etag = '' } = calendar.headers();
  expect((await viewer.request.get(feed, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  await viewer.close();
});
