/** The chat beside a stream: a viewer and the streamer, who moderates it. */
import { once } from 'node:events';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { cleanLine, REALTIME_PATH } from '@tributary/contracts';
import { WebSocket } from 'ws';
import { expectAccessible, expectTouchable } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
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
const raid = (page: Page) => page.getByRole('region', { name: 'Raid' });
const poll = (page: Page) => page.getByRole('form', { name: 'Poll' });
async function command(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}
const messages = (page: Page) => page.getByRole('list', { name: 'Chat messages' });

/** Of the streamer who is signed in. */
async function overlayUrl(request: APIRequestContext): Promise<string> {
  const settings = await request.get(`${instance.url}/api/me/donation-overlay`);
  const { token } = (await settings.json()) as { token: string };
  return `${instance.url}/overlay/chat/${token}`;
}

test('viewer and streamer chat, the streamer pins a message, asks a question, bans the viewer, who appeals, clears the chat and raids another channel, and a visitor reads along and is asked to sign in', async ({
  browser,
}) => {
  const size = { width: 160, height: 90, fps: 10, bitrateKbps: 100 };
  const publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...size });
  const [viewer, streamer] = [await open(browser, ada, 390), await open(browser, coral, 1440)];
  const rules = viewer.getByRole('link', { name: 'rules', exact: true });
  await expect(rules).toHaveAttribute('href', '/rules');
  await box(viewer).fill('<b>Hello</b> everybody');
  await box(viewer).press('Enter');
  await expect(rules).toBeHidden();
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
  const overlay = await streamer.context().newPage();
  await overlay.goto(await overlayUrl(streamer.request));
  await expect(pinned(overlay)).toContainText('Be kind');
  await expect(overlay.getByRole('region', { name: 'Poll' })).toContainText('1 vote');
  await overlay.close();
  await expectAccessible(viewer);
  await poll(streamer).getByRole('button', { name: 'End poll' }).click();
  await expect(messages(viewer).getByText('Poll ended: Tea? “No” won with 100% of 1 vote.')).toBeVisible(
    SOON,
  );
  // A mode is on for everybody at once.
  await command(streamer, '/emoteonly');
  await expect(viewer.getByText('Emote-only')).toBeVisible(SOON);
  await command(streamer, '/emoteonly off');
  await expect(viewer.getByText('Emote-only')).toBeHidden(SOON);
  // What a filter holds waits for the streamer, who releases it.
  const { user } = await (await streamer.request.get(`${instance.url}/api/me`)).json();
  await streamer.request.patch(`${instance.url}/api/chats/${user.id}/settings`, {
    data: { blockedWords: ['spoiler'], filtered: 'hold' },
    headers: { origin: instance.url },
  });
  await box(viewer).fill('a spoiler');
  await box(viewer).press('Enter');
  await expect(messages(viewer).getByText('Waiting for a moderator.')).toBeVisible(SOON);
  await streamer.getByRole('button', { name: 'Moderation queue: 1 waiting' }).click();
  await expect(messages(streamer).getByText('a spoiler')).toHaveCount(0);
  await expectAccessible(streamer);
  await streamer.getByRole('button', { name: 'Release the message of ada' }).click();
  await expect(messages(viewer).getByText('Waiting for a moderator.')).toBeHidden(SOON);
  await expect(messages(viewer).getByText('a spoiler')).toBeVisible();
  await streamer.keyboard.press('Escape');

  // The streamer adds an emote, which the viewer finds in the picker.
  const db = await openDatabaseOf(instance);
  await db.pool.query('update instance_settings set emotes_need_review = false');
  const settings = await streamer.context().newPage();
  await settings.goto(`${instance.url}/dashboard/streamer/chat`);
  await settings.getByLabel('Name of a new emote').fill('wave');
  const buffer = await settings.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  await settings
    .getByLabel('Image of the emote')
    .setInputFiles({ name: 'wave.png', mimeType: 'image/png', buffer });
  await expect(settings.getByRole('button', { name: 'Delete :wave:' })).toBeVisible(SOON);
  await expect(settings.getByText('Waiting for review')).toHaveCount(0);

  // The streamer makes the viewer a moderator, who may decide about people alone, also from their own dashboard.
  await settings.getByLabel('Add a moderator by username').fill('ada');
  await settings.getByLabel('Add a moderator by username').press('Enter');
  const powers = settings.getByRole('group', { name: 'What ada may do' });
  const tools = viewer.getByRole('button', { name: 'Moderator tools' });
  await expect(tools).toBeVisible(SOON);
  for (const name of ['The chat for everybody', 'Raids']) {
    await press(powers.getByRole('switch', { name }), 'Space');
    await expect(powers.getByRole('switch', { name })).not.toBeChecked();
  }
  await expect(tools).toBeHidden(SOON);
  await expect(viewer.getByRole('button', { name: 'Moderation queue' })).toBeVisible();
  await settings.setViewportSize({ width: 390, height: 844 });
  await expectTouchable(settings);
  const desk = await viewer.context().newPage();
  await desk.goto(`${instance.url}/dashboard/viewer/moderation`);
  await press(desk.getByRole('link', { name: 'coral' }));
  await expect(
    desk.getByText('Delete messages, release held ones, ban people and decide appeals'),
  ).toBeVisible();
  await expect(desk.getByText('Nobody is banned')).toBeVisible(SOON);
  await expectAccessible(desk);
  await press(desk.getByRole('button', { name: 'Stop moderating' }));
  await press(desk.getByRole('dialog').getByRole('button', { name: 'Stop moderating' }));
  await expect(desk.getByText('You don’t moderate this channel')).toBeVisible(SOON);
  await desk.close();
  await expect(viewer.getByRole('button', { name: 'Moderation queue' })).toBeHidden(SOON);
  await settings.close();
  await viewer.reload();
  await viewer.getByRole('button', { name: 'Emoji' }).click(SOON);
  await viewer.getByRole('button', { name: ':wave:' }).click(SOON);
  await viewer.keyboard.press('Escape');
  await box(viewer).press('Enter');
  await expect(messages(streamer).getByRole('img', { name: ':wave:' })).toBeVisible(SOON);

  // What a page says about itself appears below the message that links to it.
  await command(viewer, 'see https://example.org/tea');
  await expect(messages(streamer).getByText('see https://example.org/tea')).toBeVisible(SOON);
  const link = messages(viewer).getByRole('link', { name: 'https://example.org/tea' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  const { rows } = await db.pool.query(
    "select stream_id, number from chat_messages where text = 'see https://example.org/tea'",
  );
  const page = { url: 'https://example.org/tea', host: 'example.org', title: 'Tea' };
  const data = {
    ...{ streamId: rows[0].stream_id, number: rows[0].number },
    preview: { ...page, description: null, siteName: null },
  };
  const previewed = JSON.stringify({ name: 'chat.message_previewed', data });
  await db.pool.query('select pg_notify($1, $2)', ['tributary_events', previewed]);
  const preview = messages(streamer).getByRole('link', { name: 'example.org Tea' });
  await expect(preview).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc', SOON);

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
  await press(card.getByText('Messages and moderation'));
  await expect(card.getByText('Never banned from this chat.')).toBeVisible();
  await card.getByLabel('Reason, which they see').fill('Advertising');
  await expectAccessible(streamer);
  await card.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(viewer.getByText(/You can’t write in this chat until .* Reason: Advertising/)).toBeVisible(
    SOON,
  );
  await expect(messages(viewer).getByText('Message deleted').first()).toBeVisible(SOON);
  await expect(box(viewer)).toBeHidden();
  await viewer.getByRole('button', { name: 'Appeal' }).click();
  await viewer.getByLabel('Why should the ban be lifted?').fill('It was about my own stream');
  await expectAccessible(viewer);
  await viewer.getByRole('button', { name: 'Send appeal' }).click();
  await expect(viewer.getByText('You appealed. A moderator will decide.')).toBeVisible(SOON);
  await streamer.keyboard.press('Escape');
  await streamer.getByRole('button', { name: 'Moderation queue: 1 waiting' }).click(SOON);
  await streamer.getByRole('button', { name: 'Lift the ban of ada' }).click();
  await expect(box(viewer)).toBeVisible(SOON);
  await streamer.keyboard.press('Escape');

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

  // The streamer raids the viewer's own channel, and the viewer comes along.
  const raided = await startPublisher({ url: ada.rtmpUrl, key: ada.streamKey, ...size });
  await viewer.bringToFront();
  await expect(async () => {
    await command(streamer, '/raid @ada');
    await expect(raid(viewer).getByText('Raiding ada')).toBeVisible({ timeout: 3_000 });
  }).toPass(SOON);
  await expectAccessible(viewer);
  // As after ten seconds.
  await db.pool.query(
    "update chat_raids set started_at = started_at - interval '15 s', departs_at = departs_at - interval '15 s'",
  );
  await db.close();
  await streamer.reload();
  await raid(streamer).getByRole('button', { name: 'Raid ada now' }).click(SOON);
  await expect(viewer).toHaveURL(/\/s\/ada\//, SOON);
  await expect(messages(viewer).getByText(/coral is raiding with \d+ viewers?/)).toBeVisible(SOON);
  for (const page of [viewer, streamer, visitor]) await page.context().close();
  await raided.stop();
  await publisher.stop();
});

/** Text that would run, turn other text around, grow over its neighbors or push them away, were it not shown as text. */
const HOSTILE = [
  '<script>owned=1</script>',
  '"><img src=x onerror=owned=1><svg onload=owned=1>',
  '</title></textarea><script>owned=1</script>',
  'javascript:owned=1 {{owned=1}}',
  '\u202egnp.exe\u2066 \u0645\u0631\u062d\u0628\u0627 \u200f',
  `Z${'\u0351\u0310'.repeat(25)}`,
  'a\u200bb\u200d\u2060\ufeff \u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'W'.repeat(500),
];
const short = (length: number, ...parts: readonly number[]) =>
  Array.from(parts.map((part) => HOSTILE[part]).join(''))
    .slice(0, length)
    .join('');

async function sendAll(request: APIRequestContext, id: string, texts: readonly string[]): Promise<void> {
  const { origin, host } = new URL(instance.url);
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`ws://${host}${REALTIME_PATH}`, { headers: { origin, cookie } });
  await once(socket, 'open');
  for (const [index, text] of texts.entries()) {
    const data = { clientId: crypto.randomUUID(), text };
    socket.send(JSON.stringify({ type: 'action', topic: `chat:${id}`, action: 'send', data, id: index }));
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer))).toMatchObject({ type: 'ack', id: index });
  }
  socket.close();
}

test('hostile text in messages, names, titles, bios, reasons and the overlay is shown as text, within the page', async ({
  browser,
}) => {
  const size = { width: 160, height: 90, fps: 10, bitrateKbps: 100 };
  const publisher = await startPublisher({ url: ada.rtmpUrl, key: ada.streamKey, ...size });
  const [viewer, streamer] = [await open(browser, coral, 390), await open(browser, ada, 390)];
  const headers = { origin: instance.url };
  const change = async (page: Page, method: 'patch' | 'put', path: string, data: object) => {
    const answer = await page.request[method](instance.url + path, { data, headers });
    expect(answer.ok(), path).toBe(true);
  };
  const bio = HOSTILE.join('\n');
  const names = [short(60, 1, 4), short(60, 5, 0)];
  for (const [index, page] of [viewer, streamer].entries())
    await change(page, 'patch', '/api/me/profile', { displayName: names[index], bio, links: [] });
  const title = short(140, 2, 4, 7);
  const settings = { title, category: 'Music', tags: [], isMature: false };
  await change(streamer, 'put', '/api/me/stream-settings', settings);
  const live = async () =>
    (await (await viewer.request.get(`${instance.url}/api/streamers/ada/streams/live`)).json()).stream;
  await expect.poll(live, SOON).toMatchObject({ title: cleanLine(title) });
  const stream: { id: string } = await live();
  const self = (await (await viewer.request.get(`${instance.url}/api/me`)).json()) as {
    user: { id: string };
  };
  const overlay = await overlayUrl(streamer.request);

  await viewer.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
      Reflect.set(globalThis, 'owned', `${violatedDirective} ${blockedURI}`),
    );
  });
  const dialogs: string[] = [];
  viewer.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const inspect = async (path: string, shown: RegExp | string) => {
    if (path !== '') await viewer.goto(instance.url + path);
    // The same text may be in a menu that is closed.
    await expect(viewer.getByText(shown).filter({ visible: true }).first()).toBeVisible();
    const state = await viewer.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const tooWide = [...document.querySelectorAll('*')].filter(
        (element) => scrollWidth > clientWidth && element.getBoundingClientRect().right > clientWidth,
      );
      return {
        owned: Reflect.get(globalThis, 'owned'),
        tooWide: tooWide.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      };
    });
    expect([path, state]).toEqual([path, { owned: undefined, tooWide: [] }]);
  };

  await viewer.goto('about:blank');
  const listens = new Promise<void>((resolve) =>
    viewer.once('websocket', (socket) => socket.once('framereceived', () => resolve())),
  );
  await viewer.goto(overlay);
  await listens;
  await sendAll(viewer.request, stream.id, HOSTILE);
  await inspect('', '<script>owned=1</script>');
  await inspect('/s/ada/live', '"><img src=x onerror=owned=1><svg onload=owned=1>');
  await inspect('/chat/ada', 'javascript:owned=1');
  await inspect('/streamer/ada', '<script>owned=1</script>');
  await inspect('/discover', '</title></textarea>');
  const ban = { seconds: null, reason: short(200, 1, 4, 5, 7) };
  await change(streamer, 'put', `/api/streams/${stream.id}/chat/bans/${self.user.id}`, ban);
  await inspect('/s/ada/live', 'onerror=owned=1');
  expect(dialogs).toEqual([]);
  for (const page of [viewer, streamer]) await page.context().close();
  await publisher.stop();
});
