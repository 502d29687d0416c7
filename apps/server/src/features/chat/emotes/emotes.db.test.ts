import { createCanvas, GifEncoder } from '@napi-rs/canvas';
import { CHAT_EMOTE_BASE_SLOTS, emoteParts } from '@tributary/contracts/chat';
import { type StreamId, stillUrl, type UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createChannelsService } from '#features/channels/index.ts';
import { createUsers } from '#features/identity/index.ts';
import { createImages } from '#platform/images/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createMemoryStorage } from '../../../../test/support/memory-storage.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createChatService } from '../chat.service.ts';
import { createEmotes } from './index.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
const storage = createMemoryStorage();
const images = createImages({ storage, db, log: createLog('silent') });
afterAll(() => images.close());

const users = createUsers(db);
const notified: { userId: UserId; title: string; message: string }[] = [];
/** The tiers that each person's subscriptions cover. */
const covered = new Map<UserId, ReadonlySet<string>>();
/** How often the tiers were read. */
let asked = 0;
const memberships = {
  subscribersAmong: async () => new Set<UserId>(),
  coveredTiers: async (_channel: UserId, userId: UserId) => {
    asked++;
    return covered.get(userId) ?? new Set<string>();
  },
  offeredTiers: async (creatorId: UserId) =>
    (await db.pool.query('select id, name from subscription_tiers where creator_id = $1', [creatorId])).rows,
};
const { emotes, editor, review, subscriptions } = createEmotes({
  db,
  images,
  memberships,
  users,
  channels: createChannelsService({ db, users, rtmpUrl: 'rtmp://x/live', streamKeySecret: 'x'.repeat(32) }),
  notifications: { notify: async (_tx, content) => void notified.push(inEnglish(content)) },
});
const chat = createChatService({
  db,
  memberships,
  emotes,
  jobs: { send: async () => {} },
  playback: { requireShown: async () => {} },
});

const canvas = createCanvas(40, 20);
canvas.getContext('2d').fillRect(0, 0, 40, 20);
const png = await canvas.encode('png');

const by = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const say = (to: StreamId, author: UserId, text: string) =>
  chat.send(to, author, { clientId: uuidv7(), kind: 'message', text });

const files = async () => (await storage.list('')).objects.map(({ key }) => key);

async function read(id: StreamId) {
  const { messages } = await chat.messages(id, null);
  return messages.map(({ text, emotes = [] }) =>
    emoteParts(text ?? '', emotes).map((part) => (typeof part === 'string' ? part : part.url)),
  );
}

/** A live channel, whose emotes need no review, and a viewer. */
async function setUp({ needsReview = false } = {}) {
  await db.pool.query('update instance_settings set emotes_need_review = $1', [needsReview]);
  const [river, fan] = [await streamer(), await person()];
  const id = await stream(river);
  const add = async (name: string, image = png) => {
    const { items } = await editor.add(river, name, image);
    emotes.forget();
    return items.find((emote) => emote.name === name) ?? expect.fail();
  };
  return { river, fan, id, add };
}

async function offerTier(channelId: UserId): Promise<string> {
  const id = uuidv7();
  await db.pool.query(
    `insert into subscription_tiers (id, creator_id, name, price_monthly, price_yearly, currency)
     values ($1, $2, 'Gold', 500, 5000, 'USD')`,
    [id, channelId],
  );
  return id;
}

describe('the emotes of a channel', () => {
  it('show in messages with their image at the time of sending, and as their code once deleted, even if the name returns', async () => {
    const { river, fan, id, add } = await setUp();
    const wave = await add('wave');
    expect(await files()).toContain(wave.url?.slice(1));
    await say(id, fan, 'hi :wave: and :other:');
    await chat.send(id, river, { clientId: uuidv7(), kind: 'message', text: 'yes', replyTo: 1 });
    expect(await read(id)).toEqual([['hi ', wave.url, ' and :other:'], ['yes']]);
    const { messages } = await chat.messages(id, null);
    expect(messages[1]?.replyTo).toMatchObject({ emotes: [{ name: 'wave', url: wave.url }] });

    await editor.remove(river, wave.id);
    expect(await files()).not.toContain(wave.url?.slice(1));
    const again = await add('wave');
    await say(id, fan, ':wave:');
    expect(await read(id)).toEqual([['hi :wave: and :other:'], ['yes'], [again.url]]);
  });

  it('are read once for many messages, and not at all for messages without codes', async () => {
    const { river, fan, id, add } = await setUp();
    await add('wave');
    await say(id, fan, 'at 10:30: hello');
    await say(id, fan, ':wave:');
    // A change without an event is noticed a minute later.
    await db.pool.query('delete from chat_emotes where channel_id = $1', [river]);
    expect(await emotes.usedIn(':wave:', river, fan)).toHaveLength(1);
    expect(await emotes.usedIn('at 10:30: hello', river, fan)).toEqual([]);
    expect(subscriptions).toHaveLength(2);
  });

  it('for subscribers of a tier stay text in the messages of others, and are the streamer’s to use', async () => {
    const { river, fan, id, add } = await setUp();
    const gold = await offerTier(river);
    const { id: emoteId, url } = await add('gold');
    await editor.setTier(river, emoteId, gold);
    await expect(editor.setTier(river, emoteId, uuidv7())).rejects.toMatchObject({
      code: 'tier_not_offered',
    });
    emotes.forget();
    const before = asked;
    await say(id, fan, 'no emote');
    expect(asked).toBe(before);
    await say(id, fan, ':gold:');
    covered.set(fan, new Set([gold]));
    await say(id, fan, ':gold:');
    await say(id, river, ':gold:');
    expect(await read(id)).toEqual([['no emote'], [':gold:'], [url], [url]]);
    const shown = { name: 'gold', url, tier: { id: gold, name: 'Gold' } };
    expect(await emotes.list(river, fan)).toEqual([{ ...shown, canUse: true }]);
    expect(await emotes.list(river, null)).toEqual([{ ...shown, canUse: false }]);
  });

  it('count as emotes in emote-only mode', async () => {
    const { river, fan, id, add } = await setUp();
    await add('wave');
    await db.pool.query('insert into chat_settings (channel_id, emote_only) values ($1, true)', [river]);
    await say(id, fan, ':wave: 🎉');
    await expect(say(id, fan, ':other:')).rejects.toMatchObject({ code: 'chat_emote_only' });
  });

  it('need free slots, of which each tier adds more, and have distinct names', async () => {
    const { river, add } = await setUp();
    await db.pool.query(
      `insert into chat_emotes (id, channel_id, name, image_url, status)
       select gen_random_uuid(), $1, 'emote' || n, '/pictures/x.webp', 'approved' from generate_series(1, $2::int) n`,
      [river, CHAT_EMOTE_BASE_SLOTS - 1],
    );
    await expect(add('emote1')).rejects.toMatchObject({ code: 'emote_exists' });
    const last = await Promise.allSettled([add('last'), add('other')]);
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await offerTier(river);
    await add('more');
    expect(await editor.own(river)).toMatchObject({ slots: 20, tiers: [{ name: 'Gold' }] });
  });

  it('stay animated, beside a still image that is deleted with them', async () => {
    const { river, add } = await setUp();
    const encoder = new GifEncoder(2, 2);
    for (const value of [0, 255]) encoder.addFrame(new Uint8Array(16).fill(value), 2, 2, { delay: 100 });
    const { id, url } = await add('blink', encoder.finish());
    const both = [url ?? '', stillUrl(url ?? '')].map((path) => path.slice(1));
    expect(url).toMatch(/-animated\.webp$/);
    expect(await files()).toEqual(expect.arrayContaining(both));
    await editor.remove(river, id);
    expect((await files()).filter((key) => both.includes(key))).toEqual([]);
  });

  it('have no name with a word that the instance blocks, however it is disguised', async () => {
    const { add } = await setUp();
    await db.pool.query("update instance_settings set chat_blocked_words = '{darn}'");
    onTestFinished(
      async () => void (await db.pool.query("update instance_settings set chat_blocked_words = '{}'")),
    );
    for (const name of ['darn', 'so_darn', 'd4rn_it', 'daaarn'])
      await expect(add(name)).rejects.toMatchObject({ code: 'emote_name_blocked' });
    await add('darning');
  });

  it('cannot be changed or deleted by another channel', async () => {
    const { add } = await setUp();
    const other = await streamer();
    const { id } = await add('wave');
    const NOT_FOUND = { code: 'emote_not_found' };
    await expect(editor.setTier(other, id, null)).rejects.toMatchObject(NOT_FOUND);
    await expect(editor.remove(other, id)).rejects.toMatchObject(NOT_FOUND);
  });

  it('are exported, and their files are deleted with the account', async () => {
    const { river, add } = await setUp();
    const { url } = await add('wave');
    expect(await editor.exportOf(river)).toMatchObject([{ name: 'wave', url }]);
    await db.transact(async (tx, onCommit) => {
      await editor.onDelete(tx, river, onCommit);
      await tx.deleteFrom('profiles').where('id', '=', river).execute();
    });
    expect(await files()).not.toContain(url?.slice(1));
  });
});

describe('the review of emotes', () => {
  it('keeps an emote out of the chat until an admin approves it, and deletes the image of one that is rejected', async () => {
    const { river, fan, id, add } = await setUp({ needsReview: true });
    const admin = await person();
    const { id: emoteId, url, status } = await add('wave');
    expect(status).toBe('pending');
    await say(id, fan, ':wave:');
    expect(await read(id)).toEqual([[':wave:']]);
    expect(await review.countPending()).toBe(1);
    expect((await review.list('pending', undefined)).items).toMatchObject([
      { id: emoteId, url, streamer: { id: river } },
    ]);

    await review.decide(emoteId, { status: 'approved', reason: '' }, by(admin));
    emotes.forget();
    await say(id, fan, ':wave:');
    expect(await read(id)).toEqual([[':wave:'], [url]]);
    await expect(review.decide(emoteId, { status: 'approved', reason: '' }, by(admin))).rejects.toMatchObject(
      { code: 'emote_decided' },
    );

    // An approved emote can be removed, and disappears from earlier messages.
    await review.decide(emoteId, { status: 'rejected', reason: 'It shows an advertisement' }, by(admin));
    emotes.forget();
    await say(id, fan, ':wave:');
    expect(await read(id)).toEqual([[':wave:'], [':wave:'], [':wave:']]);
    expect(await files()).not.toContain(url?.slice(1));
    expect((await editor.own(river)).items).toMatchObject([
      { status: 'rejected', url: null, reason: 'It shows an advertisement' },
    ]);
    expect(notified.filter(({ userId }) => userId === river)).toMatchObject([
      { title: 'Your emote :wave: is ready' },
      { title: 'Your emote :wave: was rejected', message: 'It shows an advertisement' },
    ]);
    const { rows } = await db.pool.query(
      'select action, details from audit_log where actor_id = $1 order by id',
      [admin],
    );
    expect(rows).toMatchObject([
      { action: 'emote.approved', details: { after: { emote: 'wave' } } },
      { action: 'emote.rejected', details: { reason: 'It shows an advertisement' } },
    ]);
  });
});
