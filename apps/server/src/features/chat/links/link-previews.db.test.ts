import type { ServerResponse } from 'node:http';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPageServer } from '../../../../test/support/page-server.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { chatMessagePreviewed, chatMessageSent, chatMessagesDeleted } from '../chat.events.ts';
import { previewLink } from '../chat.jobs.ts';
import { createChatService } from '../chat.service.ts';
import { createChatModeration } from '../moderation/moderation.service.ts';
import { createChatRooms } from '../rooms.service.ts';
import { createLinkPreviews } from './link-previews.service.ts';
import { BUDGETS } from './page-previews.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
const { jobs, waiting, remove } = await createTestJobs(db);
const page = (title: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${title}</title>`);
let answer = page('Tea');
const server = await createPageServer((_request, response) => answer(response));
afterAll(() => server.close());

const LINK = server.url('/');
const chat = createChatService({
  db,
  jobs,
  playback: { requireShown: async () => {} },
  memberships: { subscribersAmong: async () => new Set() },
  emotes: { usedIn: async () => [] },
});
const rooms = createChatRooms({ db });
const moderation = createChatModeration({
  notifications: { notify: async () => {} },
  presence: { isIn: () => false },
  db,
  nowMs: () => Date.now(),
  realtime: {} as Parameters<typeof createChatModeration>[0]['realtime'],
});
const actor = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const say = (to: StreamId, by: UserId, text: string) =>
  chat.send(to, by, { clientId: uuidv7(), kind: 'message', text });
const previewOf = async (id: StreamId, number: number) =>
  (await chat.messages(id, null)).messages.find((message) => message.number === number)?.preview;

beforeEach(() => {
  answer = page('Tea');
  server.requests.length = 0;
});

/** Creates a live channel and the services that preview links in its chat. */
async function setUp({ instance = true, channel = true } = {}) {
  await db.pool.query('update instance_settings set link_previews = $1, chat_blocked_words = $2', [
    instance,
    [],
  ]);
  const [river, fan] = [await streamer(), await person()];
  const id = await stream(river);
  await rooms.change(river, { linkPreviews: channel }, actor(river));
  const previews = createLinkPreviews({
    db,
    sharedState: createMemoryState(),
    log: createLog('silent'),
    publicUrl: 'https://live.example.org',
    web: server.web,
  });
  /**
   * Sends a message and makes its preview.
   * @returns its number
   */
  const send = async (text: string, by = fan) => {
    const { number } = await say(id, by, text);
    if (number === null) return expect.fail();
    for (const job of await waiting(previewLink.name)) {
      const { streamId, number } = previewLink.schema.parse(job.data);
      await previews.add(streamId, number);
      await remove(job);
    }
    return number;
  };
  return { river, fan, id, previews, send };
}

describe('the preview of a link', () => {
  it('is made without telling the page who its viewers are, announced after its message, and part of the history', async () => {
    const { id, send } = await setUp();
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const announced: unknown[] = [];
    events.on(chatMessageSent, ({ message }) => void announced.push(message.preview));
    events.on(chatMessagePreviewed, (event) => void announced.push(event));
    const number = await send(`Look: ${LINK}.`);
    const preview = { url: LINK, host: 'site.test', title: 'Tea', description: null, siteName: null };
    expect(await previewOf(id, number)).toEqual(preview);
    await expect
      .poll(() => announced, { timeout: 10_000 })
      .toEqual([undefined, { streamId: id, number, preview }]);
    expect(server.headers.at(-1)).toMatchObject({
      'user-agent': 'Tributary link preview (+https://live.example.org)',
    });
  });

  it.each([
    ['the instance', { instance: false }],
    ['the channel', { channel: false }],
  ])('is not made unless %s wants it, and costs no job then', async (_who, off) => {
    const { id, fan } = await setUp(off);
    await say(id, fan, LINK);
    expect(await waiting(previewLink.name)).toEqual([]);
  });

  it('is not made if previews are turned off, or the message is deleted, before the job runs', async () => {
    const { id, fan, river, previews } = await setUp();
    await say(id, fan, LINK);
    await say(id, fan, LINK);
    await moderation.deleteMessage(id, 1, actor(river));
    await previews.add(id, 1);
    await rooms.change(river, { linkPreviews: false }, actor(river));
    await previews.add(id, 2);
    expect(server.requests).toEqual([]);
    for (const job of await waiting()) await remove(job);
  });

  it('is deleted with its message, whoever deletes it', async () => {
    const { id, river, fan, send } = await setUp();
    const [first, second, third] = [await send(LINK), await send(LINK), await send(LINK, await person())];
    const stored = async () =>
      (
        await db.pool.query('select number from chat_messages where stream_id = $1 and preview is not null', [
          id,
        ])
      ).rows;
    expect(await stored()).toHaveLength(3);
    await moderation.deleteMessage(id, first, actor(fan));
    expect(await stored()).toEqual([{ number: second }, { number: third }]);
    expect(await previewOf(id, first)).toBeUndefined();
    await moderation.clear(id, actor(river));
    expect(await stored()).toEqual([]);
  });

  it('does not arrive after the deletion of its message', async () => {
    const { id, fan, previews } = await setUp();
    await say(id, fan, LINK);
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const announced: string[] = [];
    events.on(chatMessagePreviewed, () => void announced.push('previewed'));
    events.on(chatMessagesDeleted, () => void announced.push('deleted'));
    const asked = Promise.withResolvers<ServerResponse>();
    answer = asked.resolve as typeof answer;
    const adding = previews.add(id, 1);
    const response = await asked.promise;
    await moderation.deleteMessage(id, 1, actor(fan));
    page('Tea')(response);
    await adding;
    await expect.poll(() => announced, { timeout: 10_000 }).toEqual(['deleted']);
    expect(await previewOf(id, 1)).toBeUndefined();
    for (const job of await waiting()) await remove(job);
  });

  it('is left out if it contains a word that the instance or the channel blocks', async () => {
    const { id, river, send } = await setUp();
    await rooms.change(river, { blockedWords: ['spoiler*'] }, actor(river));
    await db.pool.query("update instance_settings set chat_blocked_words = '{darn}'");
    for (const title of ['All SP0ILERS', 'd4rn']) {
      answer = page(title);
      expect(await previewOf(id, await send(`${LINK}${title.length}`))).toBeUndefined();
    }
    answer = page('Fine');
    expect(await previewOf(id, await send(`${LINK}fine`))).toMatchObject({ title: 'Fine' });
  });

  it('is loaded once for all messages that link to the page, and not retried at once after a failure', async () => {
    const { id, send } = await setUp();
    await send(LINK);
    answer = page('Changed');
    expect(await previewOf(id, await send(LINK, await person()))).toMatchObject({ title: 'Tea' });
    const broken = `${LINK}broken`;
    answer = (response) => response.writeHead(500).end();
    for (const _ of [1, 2]) expect(await previewOf(id, await send(broken))).toBeUndefined();
    expect(server.requests).toEqual(['site.test/', 'site.test/broken']);
  });

  it('stays within the budgets of its author and of the requested hosts, also after redirects', async () => {
    const { send } = await setUp();
    for (let n = 0; n <= BUDGETS.author; n++) await send(`${LINK}${n}`);
    expect(server.requests).toHaveLength(BUDGETS.author);
    await send(`${LINK}other`, await person());
    expect(server.requests).toHaveLength(BUDGETS.author + 1);
    server.requests.length = 0;
    // Each message causes four requests.
    answer = (response) => response.writeHead(302, { location: `/${uuidv7()}` }).end();
    const { send: sendElsewhere } = await setUp();
    const people = await Promise.all([person(), person()]);
    for (const fan of people)
      for (let n = 0; n < BUDGETS.author; n++) await sendElsewhere(`${LINK}${uuidv7()}`, fan);
    expect(server.requests).toHaveLength(BUDGETS.host);
  });
});
