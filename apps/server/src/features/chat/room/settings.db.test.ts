import type { ChatSettingsEdit } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { chatRoomChanged } from '../chat.events.ts';
import { createChatService } from '../chat.service.ts';
import { createChatModeration } from '../moderation/moderation.service.ts';
import { createChatPeople } from '../people/people.service.ts';
import { createChatRooms } from '../rooms.service.ts';

const db = await createTestDatabase();
const { people, person, streamer, stream } = createPeopleFixture(db);
const chat = createChatService({
  db,
  jobs: { send: async () => {} },
  playback: { requireShown: async () => {} },
  memberships: { subscribersAmong: async () => new Set() },
  emotes: { usedIn: async () => [] },
});
const rooms = createChatRooms({ db });
const list = createChatPeople({ db });
const actor = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const say = (to: StreamId, by: UserId, text: string) =>
  chat.send(to, by, { clientId: uuidv7(), kind: 'message', text });

async function setUp(edit: ChatSettingsEdit = {}) {
  const [river, fan] = [await streamer(), await person()];
  const id = await stream(river);
  await rooms.change(river, edit, actor(river));
  return { river, fan, id };
}

type Silent = Parameters<typeof createChatModeration>[0]['realtime'];

describe('the settings of a channel’s chats', () => {
  it('are changed by its moderators, one by one, written to the audit log, and announced to its open chat', async () => {
    const { river, fan, id } = await setUp();
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const announced: unknown[] = [];
    events.on(chatRoomChanged, (event) => void announced.push(event));
    await expect(rooms.change(river, { slowSeconds: 5 }, actor(fan))).rejects.toMatchObject({
      code: 'not_moderator',
    });
    await db.pool.query('insert into chat_moderators (channel_id, user_id) values ($1, $2)', [river, fan]);
    await rooms.change(river, { slowSeconds: 5, blockedWords: ['spoiler'] }, actor(fan));
    await rooms.change(river, { emoteOnly: true }, actor(fan));
    await rooms.change(river, { emoteOnly: true }, actor(fan));
    expect(await rooms.settings(river, fan)).toMatchObject({
      slowSeconds: 5,
      emoteOnly: true,
      followersMinutes: null,
      blockedWords: ['spoiler'],
    });
    await expect
      .poll(() => announced, { timeout: 10_000 })
      .toMatchObject([
        { streamId: id, room: { modes: { slowSeconds: 5, emoteOnly: false } } },
        { streamId: id, room: { modes: { slowSeconds: 5, emoteOnly: true } } },
      ]);
    // Viewers see the modes, but not the blocked words.
    expect(JSON.stringify(announced)).not.toContain('spoiler');
    const { rows } = await db.pool.query(
      'select action, details from audit_log where actor_id = $1 order by id',
      [fan],
    );
    expect(rows).toEqual([
      { action: 'chat.settings_changed', details: expect.anything() },
      {
        action: 'chat.settings_changed',
        details: { before: { emoteOnly: false }, after: { emoteOnly: true } },
      },
    ]);
  });

  it('slow viewers down, but neither the streamer nor moderators', async () => {
    const { river, fan, id } = await setUp({ slowSeconds: 600 });
    const other = await person();
    expect(await say(id, fan, 'one')).toEqual({ number: 1, waitMs: 600_000 });
    await expect(say(id, fan, 'two')).rejects.toMatchObject({ code: 'chat_slow' });
    await say(id, other, 'me too');
    expect(await say(id, river, 'three')).toEqual({ number: 3, waitMs: 0 });
    await say(id, river, 'four');
    await db.pool.query("update chat_messages set sent_at = sent_at - interval '10 minutes'");
    expect(await say(id, fan, 'five')).toMatchObject({ number: 5 });
  });

  it("refuse the instance's blocked words from every author, and those of the channel from viewers", async () => {
    const { river, fan, id } = await setUp({ blockedWords: ['spoiler*'], filters: ['links'] });
    await db.pool.query("update instance_settings set chat_blocked_words = '{darn}'");
    for (const text of ['a SPOILERS list', 'd4rn'])
      await expect(say(id, fan, text)).rejects.toMatchObject({ code: 'chat_blocked_word' });
    await expect(say(id, fan, 'example.org')).rejects.toMatchObject({ code: 'chat_link' });
    await expect(say(id, river, 'darn')).rejects.toMatchObject({ code: 'chat_blocked_word' });
    expect(await say(id, river, 'no spoilers, see example.org')).toMatchObject({ number: 1 });
  });

  it('are read once for all messages of a second, and again after an event of their change', async () => {
    const { river, fan, id } = await setUp();
    const read = vi.spyOn(db, 'read');
    await say(id, fan, 'one');
    const first = read.mock.calls.length;
    await say(id, fan, 'two');
    expect([first, read.mock.calls.length - first]).toEqual([2, 1]);
    await rooms.change(river, { emoteOnly: true }, actor(river));
    chat.forgetRules();
    await expect(say(id, fan, 'three')).rejects.toMatchObject({ code: 'chat_emote_only' });
  });

  it('let VIPs write without waiting, following or subscribing, with a badge, until they are dismissed', async () => {
    const { river, fan, id } = await setUp({ slowSeconds: 600, followersMinutes: 10, subscribersOnly: true });
    const realtime = { topic: () => ({ toUser: () => ({ patch: () => {} }) }) } as unknown as Silent;
    const notifications = { notify: async () => {} };
    const moderation = createChatModeration({
      db,
      realtime,
      notifications,
      nowMs: () => Date.now(),
      presence: { isIn: () => false },
    });
    await expect(moderation.setVip(river, fan, true, actor(fan))).rejects.toMatchObject({
      code: 'not_moderator',
    });
    await moderation.setVip(river, fan, true, actor(river));
    expect(await say(id, fan, 'one')).toEqual({ number: 1, waitMs: 0 });
    expect(await say(id, fan, 'two')).toMatchObject({ number: 2 });
    const { messages } = await chat.messages(id, null);
    expect(messages.at(-1)?.author.badges).toEqual(['vip']);
    expect((await list.vips(river, river)).map((person) => person.id)).toEqual([fan]);
    // A VIP moderates nothing.
    await expect(list.vips(river, fan)).rejects.toMatchObject({ code: 'not_moderator' });
    await rooms.change(river, { emoteOnly: true }, actor(river));
    chat.forgetRules();
    await expect(say(id, fan, 'three')).rejects.toMatchObject({ code: 'chat_emote_only' });
    await moderation.setVip(river, fan, false, actor(river));
    await expect(say(id, fan, 'four')).rejects.toMatchObject({ code: 'chat_subscribers_only' });
  });

  it('slow down a person who sends from two tabs at once', async () => {
    const { fan, id } = await setUp({ slowSeconds: 600 });
    const sent = await Promise.allSettled([say(id, fan, 'one'), say(id, fan, 'two')]);
    // Either of the two messages may come first.
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('check how long people have followed, and refuse repeated texts', async () => {
    const { river, fan, id } = await setUp({ followersMinutes: 10, uniqueMessages: true });
    const other = await person();
    await expect(say(id, fan, 'hello')).rejects.toMatchObject({ code: 'chat_followers_only' });
    await db.pool.query(
      "insert into follows (follower_id, streamer_id, created_at) select unnest($1::uuid[]), $2, now() - interval '11 minutes'",
      [[fan, other], river],
    );
    await say(id, fan, 'Hello');
    await expect(say(id, other, 'hello')).rejects.toMatchObject({ code: 'chat_repeated' });
    await say(id, other, 'hello there');
  });
});

describe('the bans of a channel', () => {
  it('are listed for its moderators alone, latest first, page by page, and found by a part of a name', async () => {
    const { river, fan } = await setUp();
    const banned = await people(23);
    await db.pool.query(
      `insert into chat_bans (channel_id, user_id, until, reason, banned_by, banned_at)
       select $1, id, case when n = 23 then now() - interval '1 minute' end, 'Spam', $1, now() - n * interval '1 minute'
       from unnest($2::uuid[]) with ordinality as banned (id, n)`,
      [river, banned],
    );
    await expect(list.bans(river, fan, {})).rejects.toMatchObject({ code: 'not_moderator' });
    const first = await list.bans(river, river, {});
    const second = await list.bans(river, river, { cursor: first.next ?? undefined });
    // The last ban is over.
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(banned.slice(0, 22));
    expect(second.next).toBeNull();
    const { username = '' } = first.items[3] ?? {};
    const found = await list.bans(river, river, { search: username.slice(2) });
    expect(found.items.map((item) => item.username)).toEqual([username]);
    expect(await list.bans(river, river, { search: '%' })).toMatchObject({ items: [] });
  });
});
