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
const pinned = (page: Page) => page.getByRole('region', { name: 'Pinned message' });
const poll = (page: Page) => page.getByRole('form', { name: 'Poll' });
async function command(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}
const messages = (page: Page) => page.getByRole('list', { name: 'Chat messages' });

test('viewer and streamer chat, the streamer pins a message, asks a question, bans the viewer and clears the chat, and a visitor reads along and is asked to sign in', async ({
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

  // The streamer pins a message and asks the viewer, who votes with the keyboard.
  await command(streamer, '/pin 10m Be kind');
  await expect(pinned(viewer)).toContainText('Be kind', SOON);
  await command(streamer, '/poll Tea? | Yes | No');
  await poll(viewer).getByRole('radio', { name: 'Yes' }).focus();
  await viewer.keyboard.press('ArrowDown');
  await viewer.keyboard.press('Enter');
  await expect(poll(viewer).getByRole('img', { name: 'Your vote' })).toBeVisible(SOON);
  await expect(poll(streamer).getByText('1 vote')).toBeVisible(SOON);
  await expectAccessible(viewer);
  await poll(streamer).getByRole('button', { name: 'End poll' }).click();
  await expect(messages(viewer).getByText('Poll ended: Tea? “No” won with 100% of 1 vote.')).toBeVisible(
    SOON,
  );
  // What a filter holds waits for the streamer, who releases it.
  const { user } = await (await streamer.request.get(`${instance.url}/api/me`)).json();
  await streamer.request.patch(`${instance.url}/api/chats/${user.id}/settings`, {
    data: { blockedWords: ['spoiler'], filtered: 'hold' },
    headers: { origin: instance.url },
  });
  await box(viewer).fill('a spoiler');
  await box(viewer).press('Enter');
  await expect(messages(viewer).getByText('Waiting for a moderator.')).toBeVisible(SOON);
  await streamer.getByRole('button', { name: 'Held messages: 1 waiting' }).click();
  await expect(messages(streamer).getByText('a spoiler')).toHaveCount(0);
  await expectAccessible(streamer);
  await streamer.getByRole('button', { name: 'Release the message of ada' }).click();
  await expect(messages(viewer).getByText('Waiting for a moderator.')).toBeHidden(SOON);
  await expect(messages(viewer).getByText('a spoiler')).toBeVisible();
  await streamer.keyboard.press('Escape');

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
  await command(streamer, '/clear');
  const question = streamer.getByRole('dialog', { name: 'Clear the chat?' });
  await question.getByRole('button', { name: 'Clear chat' }).click();
  await expect(messages(viewer).getByText('A moderator cleared the chat')).toBeVisible(SOON);
  await expect(messages(viewer).getByText('Welcome')).toBeHidden();
  await expect(pinned(viewer)).toBeHidden();
  await publisher.stop();
});
