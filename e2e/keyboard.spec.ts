/** Screens without a pointer, without motion, enlarged, and in the colors of the system. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectInView, expectTabbable, hiddenDrawings, runningMotion } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { choose, press, type } from './lib/keyboard.ts';
import { type Publisher, SMALL_VIDEO, startPublisher } from './lib/publisher.ts';
import { watchRequests } from './lib/settled.ts';

const SIGNED_OUT = [
  '/login',
  '/login?step=code',
  '/login?step=recovery',
  '/login?step=second-factor',
  '/register',
  '/reset-password?token=any',
  '/start-streaming',
  '/contact',
  '/discover',
];
const SIGNED_IN = [
  '/profile',
  '/profile/account',
  '/profile/security',
  '/start-streaming',
  '/dashboard/viewer/preferences',
  '/dashboard/streamer',
  '/dashboard/streamer/settings',
  '/dashboard/streamer/profile',
  '/dashboard/creator/events/new',
  '/dashboard/creator/tiers/new',
  '/dashboard/admin/users',
  '/dashboard/admin/audit',
  '/dashboard/admin/settings',
  '/dashboard/admin/messages',
  '/dashboard/admin/pages/about',
];

/** Screens with many kinds of controls. */
const VARIED = [
  '/',
  '/discover',
  '/s/coral/live',
  '/streamer/coral',
  '/dashboard/viewer/preferences',
  '/pro-studio',
  '/dashboard/streamer/settings',
  '/dashboard/admin',
  '/dashboard/admin/users',
  '/dashboard/admin/settings',
];
const SOON = { timeout: 30_000 };

let instance: Instance;
let coral: Streamer;
let publisher: Publisher;
let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
  const { email, password } = coral;
  publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...SMALL_VIDEO });
  await instance.admin('grant-role', '--username', 'coral', '--role', 'admin');
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const data = { email, password };
  const answer = await context.request.post(`${instance.url}/api/auth/sign-in/email`, { data });
  expect(answer.status()).toBe(200);
});
test.afterAll(async () => {
  await context.close();
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

test('reaches every control of the forms for visitors with Tab, in reading order', async ({ page }) => {
  const settled = watchRequests(page);
  for (const path of SIGNED_OUT) {
    await page.goto(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
    await expectTabbable(page);
  }
});

test('reaches every control of the forms for members, streamers and admins with Tab, in reading order', async () => {
  const page = await context.newPage();
  const settled = watchRequests(page);
  for (const path of SIGNED_IN) {
    await page.goto(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
    await expectTabbable(page);
  }
});

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(instance.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

test('a viewer opens a stream, pauses and resumes it, and chats with the keyboard alone', async () => {
  const page = await context.newPage();
  await visit(page, '/discover');
  await press(page.getByRole('main').locator('a[href^="/s/coral/"]').first());
  const player = page.locator('[data-player]');
  await expect(player).toHaveAttribute('data-state', 'playing', SOON);
  await press(player.getByRole('button', { name: 'Pause' }));
  await expect(player).toHaveAttribute('data-state', 'paused');
  await page.keyboard.press('Enter');
  await expect(player).toHaveAttribute('data-state', 'playing', SOON);
  await type(page.getByRole('textbox', { name: 'Message' }), 'By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Chat messages' }).getByText('By keyboard')).toBeVisible(SOON);
  await page.close();
});

test('a creator changes the title, marks a moment and starts a poll in Pro Studio with the keyboard alone', async () => {
  const page = await context.newPage();
  await visit(page, '/pro-studio');
  const edit = page.getByRole('button', { name: 'Edit title, category and tags' });
  await press(edit);
  const form = page.getByRole('dialog', { name: 'Edit title, category and tags' });
  await type(form.getByLabel('Title'), 'Typed, not clicked');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Typed, not clicked').first()).toBeVisible(SOON);
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await press(page.getByRole('button', { name: 'Marker' }));
  await expect(page.getByText(/^Marked at/)).toBeVisible(SOON);
  await press(page.getByRole('button', { name: 'Start a poll' }));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Question'), 'Tea?');
  await type(dialog.getByLabel('Option 1'), 'Yes');
  await type(dialog.getByLabel('Option 2'), 'No');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(
    page
      .getByText('Poll: Tea?')
      .or(page.getByRole('form', { name: 'Poll' }))
      .first(),
  ).toBeVisible(SOON);
  await page.close();
});

test('an admin reads a report and suspends the account with the keyboard alone', async () => {
  await instance.createStreamer('reef');
  const page = await context.newPage();
  await visit(page, '/streamer/reef');
  await press(page.getByRole('button', { name: 'Report this profile' }));
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByLabel('Reason'), 'Spam');
  await press(dialog.getByRole('button', { name: 'Send report' }));
  await expect(dialog).toHaveCount(0);
  await visit(page, '/dashboard/admin/reports');
  await press(page.getByRole('link', { name: 'reef' }));
  await choose(page.getByLabel('Action'), 'Suspend');
  await type(page.getByLabel('Reason'), 'Spam');
  await press(page.getByRole('button', { name: 'Suspend' }));
  await expect(page.getByText(/^Suspended for/)).toBeVisible(SOON);
  await page.close();
});

test('at 200 % zoom, pages keep all their controls and do not scroll sideways', async () => {
  const page = await context.newPage();
  const settled = watchRequests(page);
  await page.setViewportSize({ width: 640, height: 450 });
  for (const path of VARIED) {
    await visit(page, path);
    if (path !== '/s/coral/live') await settled();
    await expectInView(page);
  }
  await page.close();
});

test('with reduced motion, nothing moves', async () => {
  const page = await context.newPage();
  for (const path of VARIED) {
    await visit(page, path);
    await expect.poll(() => page.evaluate(runningMotion), path).toEqual([]);
  }
  await page.close();
});

test('in the colors of the system, switches, the focus and the reached entry of a menu are drawn', async () => {
  const page = await context.newPage();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const path of ['/dashboard/viewer/preferences', '/s/coral/live', '/dashboard/admin']) {
    await visit(page, path);
    await expect(
      page.getByRole('main').getByRole('button').or(page.getByRole('switch')).first(),
    ).toBeVisible();
    expect(await page.evaluate(hiddenDrawings), path).toEqual([]);
  }
  await press(page.getByRole('button', { name: 'Theme' }));
  await page.keyboard.press('ArrowDown');
  const entry = page.locator('[role^="menuitem"]:focus');
  await expect(entry).toHaveCSS('outline-style', 'solid');
  await page.close();
});
