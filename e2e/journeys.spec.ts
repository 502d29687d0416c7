/** How few clicks and fields the most important things take. */
import { expect, type Page, test } from '@playwright/test';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { Journey } from './lib/journey.ts';
import { linkIn, mailTo } from './lib/outbox.ts';
import { type Publisher, SMALL_VIDEO, startPublisher } from './lib/publisher.ts';
import { signIn } from './lib/session.ts';

const SOON = { timeout: 30_000 };
const PASSWORD = 'correct horse battery staple';

let instance: Instance;
let coral: Streamer;
let publisher: Publisher;

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeAll(async () => {
  instance = await startInstance({
    ALLOW_SANDBOX_PAYMENTS: 'true',
    GRACE_SECONDS: '1',
    TRUST_PROXY: 'loopback',
  });
  coral = await instance.createStreamer('coral');
  publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...SMALL_VIDEO });
});
test.afterAll(async () => {
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');

test('a visitor watches a stream after 1 click, chats after 3 fields, and donates with 3 more clicks', async ({
  page,
}) => {
  const watching = new Journey();
  await page.goto(instance.url);
  const main = page.getByRole('main');
  await watching.click(main.locator('a[href^="/s/coral/"]').first());
  await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);
  watching.expectAtMost({ clicks: 1, fields: 0 });

  const chatting = new Journey();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Good evening');
  await message.press('Enter');
  const dialog = page.getByRole('dialog');
  await chatting.fill(dialog.getByLabel('Username'), 'eve');
  await chatting.fill(dialog.getByLabel('Email'), 'eve@example.org');
  await chatting.fill(dialog.getByLabel('Password', { exact: true }), PASSWORD);
  await chatting.click(dialog.getByRole('button', { name: 'Sign Up' }));
  await page.goto(linkIn(await mailTo(instance.dataDir, 'eve@example.org', /confirm your email address/i)));
  await expect(player(page)).toHaveAttribute('data-state', 'playing', SOON);
  // A message that is sent before the page knows who is signed in leaves once it does.
  const known = Promise.withResolvers<void>();
  await page.route('**/api/auth/token', (route) => known.promise.then(() => route.continue()));
  await page.reload();
  if ((await message.inputValue()) === '') await message.fill('Good evening');
  await message.press('Enter');
  known.resolve();
  const messages = page.getByRole('list', { name: 'Chat messages' });
  await expect(messages.getByText('Good evening')).toBeVisible(SOON);
  chatting.expectAtMost({ fields: 3 });

  const donating = new Journey();
  await donating.click(page.getByRole('link', { name: 'Donate to coral' }));
  await donating.click(page.getByRole('button', { name: /^(?:Donate|Continue to payment)/ }));
  await page.waitForURL(/sandbox/);
  await donating.click(page.getByRole('button', { name: 'Approve' }));
  await expect(page.getByText(/Your donation of .* has arrived/)).toBeVisible(SOON);
  donating.expectAtMost({ clicks: 3, fields: 0 });
});

test('a new creator copies two values into OBS and is live', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reef = await instance.createStreamer('reef');
  await signIn(page, instance, reef);
  await page.goto(`${instance.url}/start-streaming`);
  const copying = new Journey();
  const values: string[] = [];
  const copies = page.getByRole('main').getByRole('button', { name: /^Copy (?:server|stream key)/i });
  await expect(copies).toHaveCount(2);
  for (const copy of await copies.all()) {
    await copying.click(copy);
    values.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  const [url = '', key = ''] = values;
  expect([url, key]).toEqual([reef.rtmpUrl, reef.streamKey]);
  const second = await startPublisher({ url, key, ...SMALL_VIDEO });
  await expect(page.getByText('Signal received')).toBeVisible(SOON);
  copying.expectAtMost({ clicks: 2, fields: 0 });
  await second.stop();
});

test('a creator sees what happens in Pro Studio while live, marks a moment with M, and has published a clip 4 clicks after the end', async ({
  page,
  browser,
}) => {
  await signIn(page, instance, coral);
  await page.goto(`${instance.url}/pro-studio`);
  await expect(page.getByRole('region', { name: 'Chat' })).toBeVisible();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toBeVisible();
  const fan = await browser.newPage();
  await signIn(fan, instance, await instance.createStreamer('tern'));
  await fan.goto(coral.watchUrl);
  await fan.getByRole('button', { name: 'Follow coral' }).click();
  await expect(activity.getByText('tern followed')).toBeVisible(SOON);
  await fan.close();

  await page.locator('body').press('m');
  await expect(page.getByText(/^Marked at/)).toBeVisible(SOON);
  // The workspace has the height of the screen.
  const overflow = await page.evaluate(
    () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
  );
  expect(overflow).toBeLessThanOrEqual(0);

  await publisher.stop();
  const last = page.getByRole('region', { name: 'Last stream' });
  await expect(last.getByText('Chat messages')).toBeVisible(SOON);
  const clipping = new Journey();
  await clipping.click(last.getByRole('button', { name: 'Make clip' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('slider', { name: 'Start' })).toBeEnabled(SOON);
  await clipping.click(dialog.getByRole('button', { name: 'Create clip' }));
  await clipping.click(dialog.getByRole('link', { name: 'View clip' }));
  await expect(page).toHaveURL(/\/clips\//);
  await expect(player(page)).toBeVisible();
  clipping.expectAtMost({ clicks: 4, fields: 0 });
});
