/** The chat beside a stream: a viewer and the streamer, who moderates it. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { startPublisher } from './lib/publisher.ts';

const SOON = { timeout: 20_000 };

let instance: Instance;
let coral: Streamer;
let ada: Streamer;

test.beforeAll(async () => {
  instance = await startInstance();
  [coral, ada] = [await instance.createStreamer('coral'), await instance.createStreamer('ada')];
});
test.afterAll(() => instance[Symbol.asyncDispose]());

async function open(browser: Browser, { email, password }: Streamer, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  await context.request.post(`${instance.url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: instance.url },
  });
  const page = await context.newPage();
  await page.goto(coral.watchUrl);
  return page;
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('list', { name: 'Chat messages' });

test('viewer and streamer chat, the streamer bans the viewer, and a visitor reads along and is asked to sign in', async ({
  browser,
}) => {
  const size = { width: 160, height: 90, fps: 10, bitrateKbps: 100 };
  const publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...size });
  const [viewer, streamer] = [await open(browser, ada, 390), await open(browser, coral, 1440)];
  await box(viewer).fill('<b>Hello</b> everybody');
  await box(viewer).press('Enter');
  await expect(messages(streamer).getByText('<b>Hello</b> everybody')).toBeVisible(SOON);
  await box(streamer).fill('Welcome');
  await box(streamer).press('Enter');
  await expect(messages(viewer).getByText('Welcome')).toBeVisible(SOON);
  await expect(messages(viewer).getByRole('img', { name: 'Streamer' })).toBeVisible();
  await expectAccessible(viewer);

  // The streamer answers and mentions the viewer, and continues in a window of its own.
  await messages(streamer).getByRole('button', { name: 'Reply to ada' }).click();
  await box(streamer).pressSequentially('hello @a');
  await expect(streamer.getByRole('option', { name: 'ada' })).toBeVisible();
  await box(streamer).press('Tab');
  await box(streamer).press('Enter');
  await expect(messages(viewer).getByText('hello @ada')).toBeVisible(SOON);
  await expect(messages(viewer).getByRole('img', { name: 'In reply to' })).toBeVisible();
  const opened = streamer.waitForEvent('popup');
  await streamer.getByRole('button', { name: 'Open chat in a window' }).click();
  const chatWindow = await opened;
  await expect(messages(chatWindow).getByText('hello @ada')).toBeVisible(SOON);
  await expect(box(chatWindow)).toBeVisible();
  await chatWindow.close();

  // A draft survives a visit to another page.
  await box(viewer).fill('not sent yet');
  await viewer
    .getByRole('link', { name: /Tributary/ })
    .first()
    .click();
  await viewer.goBack();
  await expect(box(viewer)).toHaveValue('not sent yet', SOON);

  await messages(streamer).getByRole('button', { name: 'ada', exact: true }).first().click();
  const card = streamer.getByRole('dialog', { name: 'ada' });
  await card.getByLabel('Reason, which they see').fill('Advertising');
  await expectAccessible(streamer);
  await card.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(viewer.getByText(/You can’t write in this chat until .* Reason: Advertising/)).toBeVisible(
    SOON,
  );
  await expect(messages(viewer).getByText('Message deleted').first()).toBeVisible(SOON);
  await expect(box(viewer)).toBeHidden();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(coral.watchUrl);
  await expect(messages(visitor).getByText('Welcome')).toBeVisible(SOON);
  await box(visitor).fill('Can I?');
  await visitor.getByRole('button', { name: 'Sign in to chat' }).click();
  await expect(visitor).toHaveURL(/\/login\?from=/);
  await publisher.stop();
});
