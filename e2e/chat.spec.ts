/**
 * The chat beside a stream: a viewer, a visitor and the streamer, who moderates it, at both widths and by the keyboard
 * alone.
 */
import { once } from 'node:events';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { cleanLine } from '@tributary/contracts/shared';
import { WebSocket } from 'ws';
import { expectAccessible, expectTouchable } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { check, choose, press, type } from './lib/keyboard.ts';
import { startPublisher } from './lib/publisher.ts';
import { signIn } from './lib/session.ts';
import { PHONE, VIEWPORTS } from './lib/viewports.ts';

const SOON = { timeout: 20_000 };
const SIZE = { width: 160, height: 90, fps: 10, bitrateKbps: 100 };

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ TRUST_PROXY: 'loopback' });
});
test.afterAll(() => instance[Symbol.asyncDispose]());
// Several people type their messages letter by letter.
test.describe.configure({ timeout: 180_000 });

const publish = ({ rtmpUrl, streamKey }: Streamer) =>
  startPublisher({ url: rtmpUrl, key: streamKey, ...SIZE });

async function stateOf({ username }: Streamer): Promise<string> {
  const answer = await fetch(`${instance.url}/api/streamers/${username}/streams/live`);
  const { state } = (await answer.json()) as { state: string };
  return state;
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const pinned = (page: Page) => page.getByRole('region', { name: 'Pinned message' });
const raid = (page: Page) => page.getByRole('region', { name: 'Raid' });
const poll = (page: Page) => page.getByRole('form', { name: 'Poll' });
const messages = (page: Page) => page.getByRole('list', { name: 'Chat messages' });
/** Sends a message or a command. */
async function say(page: Page, text: string): Promise<void> {
  await type(box(page), text);
  await page.keyboard.press('Enter');
}

/** The overlay's URL of the signed-in streamer. */
async function overlayUrl(request: APIRequestContext): Promise<string> {
  const settings = await request.get(`${instance.url}/api/me/donation-overlay`);
  const { token } = (await settings.json()) as { token: string };
  return `${instance.url}/overlay/chat/${token}`;
}

/**
 * Text that would run, turn other text around, grow over its neighbors or push them away if it were not shown as text.
 */
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

/** The height of a player's controls. */
const CONTROLS_PX = 72;

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    let coral: Streamer;
    let ada: Streamer;

    test.beforeAll(async () => {
      coral = await instance.createStreamer(`coral${viewport.width}`);
      ada = await instance.createStreamer(`ada${viewport.width}`);
    });

    /** @param account null: a visitor */
    async function open(browser: Browser, account: Streamer | null): Promise<Page> {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      if (account) await signIn(page, instance, account);
      await page.goto(coral.watchUrl);
      return page;
    }

    test('viewer and streamer talk, also in a window of its own, with a pin, a poll, a mode, a filter, an emote and the overlay', async ({
      browser,
    }) => {
      const publisher = await publish(coral);
      const [viewer, streamer] = [await open(browser, ada), await open(browser, coral)];
      const rules = viewer.getByRole('link', { name: 'rules', exact: true });
      await expect(rules).toHaveAttribute('href', '/rules');
      await say(viewer, '<b>Hello</b> everybody');
      await expect(rules).toBeHidden();
      await expect(messages(streamer).getByText('<b>Hello</b> everybody')).toBeVisible(SOON);
      await type(box(streamer), 'Welcome');
      await press(streamer.getByRole('button', { name: 'Send' }));
      await expect(box(streamer)).toBeFocused();
      await expect(messages(viewer).getByText('Welcome')).toBeVisible(SOON);
      await expect(messages(viewer).getByRole('img', { name: 'Streamer' })).toBeVisible();

      // The streamer answers and mentions the viewer, and continues in a window of its own.
      await press(messages(streamer).getByRole('button', { name: `Reply to ${ada.username}` }));
      await expect(box(streamer)).toBeFocused();
      await type(box(streamer), 'hello @a');
      await expect(streamer.getByRole('option', { name: ada.username })).toBeVisible();
      await streamer.keyboard.press('Tab');
      await streamer.keyboard.press('Enter');
      await expect(messages(viewer).getByText(`hello @${ada.username}`)).toBeVisible(SOON);
      await expect(messages(viewer).getByRole('img', { name: 'In reply to' })).toBeVisible();
      const [chatWindow] = await Promise.all([
        streamer.waitForEvent('popup'),
        press(streamer.getByRole('button', { name: 'Open chat in a window' })),
      ]);
      await expect(messages(chatWindow).getByText(`hello @${ada.username}`)).toBeVisible(SOON);
      await say(chatWindow, 'from the window');
      await expect(messages(viewer).getByText('from the window')).toBeVisible(SOON);
      await expectAccessible(chatWindow);
      await chatWindow.close();

      // Both see the people in the chat. The control that opened a panel has the focus again afterwards.
      const people = viewer.getByRole('button', { name: 'People in the chat' });
      await press(people);
      const list = viewer.getByRole('dialog', { name: 'People in the chat' });
      await expect(list.getByRole('link', { name: coral.username })).toBeVisible(SOON);
      await expectAccessible(viewer);
      await viewer.keyboard.press('Escape');
      await expect(people).toBeFocused();
      await press(viewer.getByRole('button', { name: 'Hide chat' }));
      await expect(viewer.getByRole('button', { name: 'Show chat' })).toBeFocused();
      await viewer.keyboard.press('Enter');
      await expect(viewer.getByRole('button', { name: 'Hide chat' })).toBeFocused();

      // Each person finds all of their commands after a slash.
      await type(box(viewer), '/');
      await expect(viewer.getByRole('option')).toHaveText([/^\/me /, /^\/help/]);
      await type(box(streamer), '/');
      await expect(streamer.getByRole('option', { name: '/mod @name' })).toBeAttached();
      await streamer.keyboard.press('ArrowUp');
      await expect(streamer.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 });
      await streamer.keyboard.press('Tab');
      await expect(box(streamer)).toHaveValue('/unique ');
      await viewer.keyboard.press('Backspace');

      // The streamer pins a message and asks the viewer, who votes.
      await say(streamer, '/pin 10m Be kind');
      await expect(pinned(viewer)).toContainText('Be kind', SOON);
      await say(streamer, '/poll Tea? | Yes | No');
      await check(poll(viewer).getByRole('radio', { name: 'No' }));
      await press(poll(viewer).getByRole('button', { name: 'Vote' }));
      await expect(poll(viewer).getByRole('img', { name: 'Your vote' })).toBeVisible(SOON);
      await expect(poll(viewer).getByRole('button', { name: 'Options of the poll' })).toBeFocused();
      await expect(poll(streamer).getByText('1 vote')).toBeVisible(SOON);
      const overlay = await streamer.context().newPage();
      await overlay.goto(await overlayUrl(streamer.request));
      await expect(pinned(overlay)).toContainText('Be kind');
      await expect(overlay.getByRole('region', { name: 'Poll' })).toContainText('1 vote');
      await overlay.close();
      await expectAccessible(viewer);
      await press(poll(streamer).getByRole('button', { name: 'End poll' }));
      const outcome = 'Poll ended: Tea? “No” won with 100% of 1 vote.';
      await expect(messages(viewer).getByText(outcome)).toBeVisible(SOON);
      await press(pinned(streamer).getByRole('button', { name: 'Unpin' }));
      await expect(pinned(viewer)).toBeHidden(SOON);
      await expect(box(streamer)).toBeFocused();
      // A mode applies to all viewers at once.
      await say(streamer, '/emoteonly');
      await expect(viewer.getByText('Emote-only')).toBeVisible(SOON);
      await say(streamer, '/emoteonly off');
      await expect(viewer.getByText('Emote-only')).toBeHidden(SOON);

      // A message that a filter holds waits for the streamer, who releases it.
      const { user } = await (await streamer.request.get(`${instance.url}/api/me`)).json();
      await streamer.request.patch(`${instance.url}/api/chats/${user.id}/settings`, {
        data: { blockedWords: ['spoiler'], filtered: 'hold' },
        headers: { origin: instance.url },
      });
      await say(viewer, 'a spoiler');
      await expect(messages(viewer).getByText('Waiting for a moderator.')).toBeVisible(SOON);
      await press(streamer.getByRole('button', { name: 'Moderation queue: 1 waiting' }));
      await expect(messages(streamer).getByText('a spoiler')).toHaveCount(0);
      await expectAccessible(streamer);
      await press(streamer.getByRole('button', { name: `Release the message of ${ada.username}` }));
      await expect(messages(viewer).getByText('Waiting for a moderator.')).toBeHidden(SOON);
      await expect(messages(viewer).getByText('a spoiler')).toBeVisible();
      await streamer.keyboard.press('Escape');
      await expect(streamer.getByRole('button', { name: 'Moderation queue' })).toBeFocused();

      // The streamer adds an emote, which the viewer finds in the picker.
      const db = await openDatabaseOf(instance);
      await db.pool.query('update instance_settings set emotes_need_review = false');
      const settings = await streamer.context().newPage();
      await settings.goto(`${instance.url}/dashboard/streamer/chat`);
      const buffer = await settings.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
      await type(settings.getByLabel('Name of a new emote'), 'wave');
      const chooser = settings.waitForEvent('filechooser');
      await press(settings.getByRole('button', { name: 'Choose image' }));
      await (await chooser).setFiles({ name: 'wave.png', mimeType: 'image/png', buffer });
      await expect(settings.getByRole('button', { name: 'Delete :wave:' })).toBeVisible(SOON);
      await expect(settings.getByText('Waiting for review')).toHaveCount(0);
      await settings.close();
      await viewer.reload();
      const emoji = viewer.getByRole('button', { name: 'Emoji' });
      await press(emoji);
      await expect(viewer.getByRole('button', { name: ':wave:' })).toBeVisible(SOON);
      await viewer.keyboard.press('Escape');
      await expect(emoji).toBeFocused();
      await viewer.keyboard.press('Enter');
      await press(viewer.getByRole('button', { name: ':wave:' }));
      await expect(box(viewer)).toBeFocused();
      await viewer.keyboard.press('Enter');
      await expect(messages(streamer).getByRole('img', { name: ':wave:' })).toBeVisible(SOON);

      // The preview of a page appears below the message that links to it.
      await say(viewer, 'see https://example.org/tea');
      await expect(messages(streamer).getByText('see https://example.org/tea')).toBeVisible(SOON);
      const link = messages(viewer).getByRole('link', { name: 'https://example.org/tea' });
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
      const { rows } = await db.pool.query(
        "select stream_id, number from chat_messages where text = 'see https://example.org/tea' order by stream_id desc",
      );
      const page = { url: 'https://example.org/tea', host: 'example.org', title: 'Tea' };
      const data = {
        streamId: rows[0].stream_id,
        number: rows[0].number,
        preview: { ...page, description: null, siteName: null },
      };
      const previewed = JSON.stringify({ name: 'chat.message_previewed', data });
      await db.pool.query('select pg_notify($1, $2)', ['tributary_events', previewed]);
      const preview = messages(streamer).getByRole('link', { name: 'example.org Tea' });
      await expect(preview).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc', SOON);

      // A draft survives a visit to another page.
      await type(box(viewer), 'not sent yet');
      await press(viewer.getByRole('link', { name: /Tributary/ }).first());
      await expect(viewer).toHaveURL(`${instance.url}/`);
      await viewer.goBack();
      await expect(box(viewer)).toHaveValue('not sent yet', SOON);
      await db.close();
      for (const page of [viewer, streamer]) await page.context().close();
      await publisher.stop();
    });

    test('the streamer chooses a moderator and what they may do, bans a viewer, who appeals, clears the chat and raids another channel, and a visitor reads along, is asked to sign in and stays', async ({
      browser,
    }) => {
      const publisher = await publish(coral);
      const [viewer, streamer] = [await open(browser, ada), await open(browser, coral)];
      await say(viewer, 'Buy my things');
      await expect(messages(streamer).getByText('Buy my things')).toBeVisible(SOON);
      const settings = await streamer.context().newPage();
      await settings.goto(`${instance.url}/dashboard/streamer/chat`);
      await type(settings.getByLabel('Add a moderator by username'), ada.username);
      await settings.keyboard.press('Enter');
      const tools = viewer.getByRole('button', { name: 'Moderator tools' });
      await expect(tools).toBeVisible(SOON);

      // A moderator can also set modes and decide about people from their own dashboard, within the powers that the
      // streamer gave.
      const desk = await viewer.context().newPage();
      await desk.goto(`${instance.url}/dashboard/viewer/moderation`);
      await press(desk.getByRole('list', { name: 'Channels you moderate' }).getByRole('link'));
      await press(desk.getByRole('switch', { name: 'Emote-only' }), 'Space');
      await expect(streamer.getByText('Emote-only')).toBeVisible(SOON);
      await press(desk.getByRole('switch', { name: 'Emote-only' }), 'Space');
      await expect(streamer.getByText('Emote-only')).toBeHidden(SOON);
      await expectAccessible(desk);
      const powers = settings.getByRole('group', { name: `What ${ada.username} may do` });
      for (const name of ['The chat for everybody', 'Raids']) {
        await press(powers.getByRole('switch', { name }), 'Space');
        await expect(powers.getByRole('switch', { name })).not.toBeChecked();
      }
      await expect(tools).toBeHidden(SOON);
      await expect(viewer.getByRole('button', { name: 'Moderation queue' })).toBeVisible();
      if (viewport === PHONE) await expectTouchable(settings);
      await settings.close();
      await desk.reload();
      await expect(
        desk.getByText('Delete messages, release held ones, ban people and decide appeals'),
      ).toBeVisible();
      await expect(desk.getByText('Nobody is banned')).toBeVisible(SOON);
      await expect(desk.getByRole('switch', { name: 'Emote-only' })).toHaveCount(0);
      await press(desk.getByRole('button', { name: 'Stop moderating' }));
      await press(desk.getByRole('dialog').getByRole('button', { name: 'Stop moderating' }));
      await expect(desk.getByText('You don’t moderate this channel')).toBeVisible(SOON);
      await desk.close();
      await expect(viewer.getByRole('button', { name: 'Moderation queue' })).toBeHidden(SOON);

      // The card of a person opens from their name at a message.
      const name = messages(streamer).getByRole('button', { name: ada.username, exact: true }).first();
      await press(name);
      const card = streamer.getByRole('dialog', { name: ada.username });
      await press(card.getByText('Messages and moderation'));
      await expect(card.getByText('Never banned from this chat.')).toBeVisible();
      await choose(card.getByLabel('Ban from the chat'), '1 hour');
      await type(card.getByLabel('Reason, which they see'), 'Advertising');
      await expectAccessible(streamer);
      await press(card.getByRole('button', { name: 'Ban', exact: true }));
      // Toasts cover neither the message box nor the controls of the player.
      const toast = streamer
        .getByRole('listitem')
        .filter({ hasText: 'They can’t write in this channel’s chats' });
      const video = streamer.locator('[data-player]');
      const [shown, written, played] = await Promise.all([
        toast.boundingBox(),
        box(streamer).boundingBox(),
        video.boundingBox(),
      ]);
      const top = shown?.y ?? Infinity;
      const bottom = top + (shown?.height ?? 0);
      expect(bottom).toBeLessThan(written?.y ?? 0);
      // On phones it is below the player, elsewhere above its controls.
      const playerBottom = (played?.y ?? 0) + (played?.height ?? 0);
      if (viewport.width < 768) expect(top).toBeGreaterThanOrEqual(playerBottom);
      else expect(bottom).toBeLessThan(playerBottom - CONTROLS_PX);
      await expect(viewer.getByText(/You can’t write in this chat until .* Reason: Advertising/)).toBeVisible(
        SOON,
      );
      await expect(messages(viewer).getByText('Message deleted').first()).toBeVisible(SOON);
      await expect(box(viewer)).toBeHidden();
      await streamer.keyboard.press('Escape');
      await expect(name).toBeFocused();
      await press(viewer.getByRole('button', { name: 'Appeal' }));
      await expect(viewer.getByLabel('Why should the ban be lifted?')).toBeFocused();
      await viewer.keyboard.type('It was about my own stream');
      await expectAccessible(viewer);
      await press(viewer.getByRole('button', { name: 'Send appeal' }));
      await expect(viewer.getByText('You appealed. A moderator will decide.')).toBeVisible(SOON);
      await press(streamer.getByRole('button', { name: 'Moderation queue: 1 waiting' }));
      await press(streamer.getByRole('button', { name: `Lift the ban of ${ada.username}` }));
      await expect(box(viewer)).toBeVisible(SOON);
      await streamer.keyboard.press('Escape');

      await say(streamer, 'Good evening');
      const visitor = await open(browser, null);
      await expect(messages(visitor).getByText('Good evening')).toBeVisible(SOON);
      await type(box(visitor), 'Can I?');
      await press(visitor.getByRole('button', { name: 'Sign in to chat' }));
      await expect(visitor.getByRole('dialog', { name: 'Sign up to chat' })).toBeVisible();
      await visitor.keyboard.press('Escape');
      await expect(box(visitor)).toHaveValue('Can I?');
      await press(streamer.getByRole('button', { name: 'Moderator tools' }));
      await press(streamer.getByRole('menuitem', { name: 'Clear chat' }));
      const question = streamer.getByRole('dialog', { name: 'Clear the chat?' });
      await press(question.getByRole('button', { name: 'Clear chat' }));
      await expect(messages(viewer).getByText('A moderator cleared the chat')).toBeVisible(SOON);
      await expect(messages(viewer).getByText('Good evening')).toBeHidden();

      // The streamer raids the viewer's own channel. The viewer comes along, the visitor does not.
      const raided = await publish(ada);
      await expect.poll(() => stateOf(ada)).toBe('live');
      await viewer.bringToFront();
      await expect(async () => {
        await say(streamer, `/raid @${ada.username}`);
        await expect(raid(viewer).getByText(`Raiding ${ada.username}`)).toBeVisible({ timeout: 3_000 });
      }).toPass(SOON);
      await expectAccessible(viewer);
      await press(raid(visitor).getByRole('button', { name: 'Stay here' }));
      await expect(raid(visitor).getByText('You’re staying here.')).toBeVisible();
      await expect(box(visitor)).toBeFocused();
      // The database moves the raid's time, as if ten seconds had passed.
      const db = await openDatabaseOf(instance);
      await db.pool.query(
        "update chat_raids set started_at = started_at - interval '15 s', departs_at = departs_at - interval '15 s'",
      );
      await db.close();
      await streamer.reload();
      await press(raid(streamer).getByRole('button', { name: `Raid ${ada.username} now` }));
      await expect(viewer).toHaveURL(new RegExp(`/s/${ada.username}/`), SOON);
      await expect(messages(viewer).getByText(/is raiding with \d+ viewers?/)).toBeVisible(SOON);
      await expect(visitor).toHaveURL(new RegExp(`/s/${coral.username}/`));
      for (const page of [viewer, streamer, visitor]) await page.context().close();
      await raided.stop();
      await publisher.stop();
    });

    test('hostile text in messages, names, titles, bios, reasons and the overlay is shown as text, within the page', async ({
      browser,
    }) => {
      const publisher = await publish(ada);
      const [viewer, streamer] = [await open(browser, coral), await open(browser, ada)];
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
        (
          await (
            await viewer.request.get(`${instance.url}/api/streamers/${ada.username}/streams/live`)
          ).json()
        ).stream;
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
        // The same text may also be in a closed menu.
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
      await inspect(`/s/${ada.username}/live`, '"><img src=x onerror=owned=1><svg onload=owned=1>');
      await inspect(`/chat/${ada.username}`, 'javascript:owned=1');
      // A long name stays on its line, followed by its author's text.
      const name = await messages(viewer).locator('[data-name]').first().boundingBox();
      expect(name?.height).toBeLessThan(25);
      await inspect(`/streamer/${ada.username}`, '<script>owned=1</script>');
      await inspect('/discover', '</title></textarea>');
      const ban = { seconds: null, reason: short(200, 1, 4, 5, 7) };
      await change(streamer, 'put', `/api/streams/${stream.id}/chat/bans/${self.user.id}`, ban);
      await inspect(`/s/${ada.username}/live`, 'onerror=owned=1');
      expect(dialogs).toEqual([]);
      for (const page of [viewer, streamer]) await page.context().close();
      await publisher.stop();
    });
  });
}
