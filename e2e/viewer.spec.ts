/** The data that a viewer keeps: followed channels, saved streams, history and preferences. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { type Publisher, SMALL_VIDEO, startPublisher } from './lib/publisher.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const PASSWORD = 'a password of vera';

let instance: Instance;
let coral: Streamer;
let publisher: Publisher | undefined;

test.beforeAll(async () => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
  const account = ['--username', 'vera', '--email', 'vera@example.org', '--password', PASSWORD];
  await instance.admin('create-user', ...account);
});
test.afterAll(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await publisher?.stop();
  await instance[Symbol.asyncDispose]();
});

async function goLive(): Promise<void> {
  publisher ??= await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...SMALL_VIDEO });
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('vera@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function signedIn(browser: Browser, viewport: typeof PHONE, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.goto(`${instance.url}/login?from=${encodeURIComponent(path)}`);
  await fillSignIn(page);
  await page.waitForURL(instance.url + path);
  return page;
}

/** Signs in through the dialog that opens over the page for an action that needs an account. */
async function signInOver(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByLabel('Username')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await fillSignIn(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const follow = (page: Page) => page.getByRole('button', { name: /^Follow(ing)? coral$/ });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications of coral: / });

/** Chooses what the channel notifies of, by keyboard. */
async function chooseNotifications(page: Page, label: string): Promise<void> {
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  // While it is open, a menu hides the rest of the page from assistive technology.
  await expectAccessible(page, ['color-contrast', 'aria-required-children', 'aria-allowed-attr']);
  await page.getByRole('menuitemradio', { name: label }).press('Enter');
  await expect(bell(page)).toHaveAccessibleName(`Notifications of coral: ${label}`);
  await expect(bell(page)).toBeFocused();
}

const sidebar = (page: Page) => page.getByRole('region', { name: 'Following' });

test('a visitor follows a channel after signing in, sees it go live on every page, and unfollows it', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: DESK })).newPage();
  await page.goto(`${instance.url}/streamer/coral`);
  await expect(page.getByText('0 followers')).toBeVisible();
  await follow(page).click();
  await signInOver(page, 'Sign up to follow coral');
  // The channel is followed without a second press.
  await expect(follow(page)).toHaveText('Followingcoral');
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible();
  await expect(sidebar(page).getByText('Offline')).toBeVisible();

  await chooseNotifications(page, 'Live only');
  await page.goto(`${instance.url}/dashboard/viewer/following`);
  await expect(page.getByRole('main').getByText('1 follower')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications of coral: Live only');
  await chooseNotifications(page, 'None');
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications of coral: None');
  await goLive();
  // Both the list and the sidebar are updated by the realtime connection.
  await expect(sidebar(page).getByRole('link', { name: /Live/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Live now' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${instance.url}/streamer/coral`);
  await expect(page.getByRole('region', { name: 'Live now' }).locator('[data-preview]')).toHaveAttribute(
    'data-state',
    'playing',
  );
  await expectAccessible(page);
  await follow(page).click();
  await expect(page.getByText('0 followers')).toBeVisible();
  await expect(bell(page)).toHaveCount(0);
  await expect(sidebar(page)).toHaveCount(0);
  await page.goto(`${instance.url}/dashboard/viewer/following`);
  await expect(page.getByRole('heading', { name: 'You’re not following anyone yet' })).toBeVisible();
});

/** Saves a second, past stream for vera. */
async function savePastStream(): Promise<void> {
  const database = await openDatabaseOf(instance);
  await database.pool.query(
    `with past as (
       insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
       select gen_random_uuid(), id, 'Low tide', 'Music', 'low-tide', 'ended', now() - interval '2 days', now(), now() - interval '1 day'
       from profiles where username = 'coral' returning id
     )
     insert into saved_streams (user_id, stream_id) select profiles.id, past.id from profiles, past where username = 'vera'`,
  );
  await database.close();
}

for (const viewport of [PHONE, DESK]) {
  test(`a stream plays on while a visitor signs in over it to save it, at ${viewport.width} px`, async ({
    browser,
  }) => {
    await goLive();
    const page = await (await browser.newContext({ viewport })).newPage();
    await page.goto(`${instance.url}/s/coral/live`);
    await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
    const video = await page.locator('[data-player] video').elementHandle();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInOver(page, 'Sign up to save this stream');
    // The stream is saved without a second press, and in the same place.
    const saved = page.getByRole('button', { name: 'Saved', exact: true });
    await expect(saved).toBeVisible();
    expect(page.url()).toBe(`${instance.url}/s/coral/live`);
    const isSame = (element: Element | null) => element === document.querySelector('[data-player] video');
    expect(await video?.evaluate(isSame)).toBe(true);
    await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
    await saved.click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await page.context().close();
  });
}

test('lists watched and saved streams on a phone, and removes them on request', async ({ browser }) => {
  await goLive();
  const page = await signedIn(browser, PHONE, '/s/coral/live');
  await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
  const recorded = () =>
    page.evaluate(async () => (await (await fetch('/api/me/history')).json()).items.length as number);
  await expect.poll(recorded, { message: 'history entries while the stream is watched' }).toBe(1);
  await savePastStream();
  await page.goto(`${instance.url}/dashboard/viewer/saved`);
  const removeSaved = page.getByRole('button', { name: /^Remove .+ from saved$/ });
  await expect(removeSaved).toHaveCount(2);
  await removeSaved.first().press('Enter');
  await expect(removeSaved).toHaveCount(1);
  // Focus moves to the next row, and to the heading once the list is empty.
  await expect(removeSaved).toBeFocused();
  await removeSaved.press('Enter');
  await expect(page.getByRole('heading', { name: 'No saved streams yet' })).toBeFocused();

  await page.goto(`${instance.url}/dashboard/viewer`);
  await expect(page.getByRole('heading', { name: 'Recently watched' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${instance.url}/dashboard/viewer/history`);
  await expect(page.getByText(/^Watched under a minute, last/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
  await expect(page.getByRole('heading', { name: 'No watch history yet' })).toBeVisible();
  // The button is gone, so focus moves to the main content.
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('switch', { name: 'Pause history' }).click();
  await expect(page.getByText(/^Paused\. Streams you watch aren’t added/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Pause history' })).toBeChecked();
});

test('keeps preferences after a reload and applies them on another device', async ({ browser }) => {
  await goLive();
  const page = await signedIn(browser, PHONE, '/dashboard/viewer/preferences');
  // It is the last link of a row that is wider than a phone.
  await expect(page.getByRole('link', { name: 'Preferences' })).toBeInViewport({ ratio: 1 });
  const mail = page.getByRole('switch', { name: 'A channel you follow goes live: Email' });
  await expect(
    page.getByRole('row', { name: 'Someone mentions you, replies to you or comments on your recordings' }),
  ).toBeVisible();
  const atOnce = page.getByRole('switch', { name: 'Autoplay' });
  await mail.click();
  await atOnce.click();
  const saved = page.waitForResponse((response) => response.request().postData() === '{"theme":"light"}');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(mail).toBeChecked();
  await expect(atOnce).not.toBeChecked();
  await expectAccessible(page);

  const other = await signedIn(browser, DESK, '/about');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await other.goto(`${instance.url}/s/coral/live`);
  await expect(other.locator('[data-player]')).toHaveAttribute('data-state', 'blocked');
  await other.getByRole('button', { name: 'Play' }).first().click();
  await expect(other.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
});
