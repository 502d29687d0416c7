import {
  chatTopic,
  EMPTY_CHAT_ROOM,
  type StreamId,
  streamId,
  type UserId,
  userId,
} from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { donationCompleted, donationsChanged, subscriptionStarted } from '#features/money/index.ts';
import { type EventType, openEvents, publish } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { defineTopic } from '#platform/realtime/index.ts';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { findBefore } from '../messages/message-pages.repo.ts';
import { createSupport } from './support.service.ts';

const { db, account, donate } = await createMoneyFixture();
const person = async (): Promise<UserId> => userId.parse((await account()).id);

/** A creator with a running stream, whose chat one tab has open in each of two processes. */
async function setUp() {
  const creator = userId.parse((await account('streamer')).id);
  const id = streamId.parse(uuidv7());
  await db.pool.query(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at)
     values ($1, $2, 'A show', 'Music', 'show', 'live', now(), now())`,
    [id, creator],
  );
  const messages = async () => (await db.read((reader) => findBefore(reader, id, null))).messages;
  const topic = defineTopic(chatTopic, {
    snapshot: async () => ({ messages: await messages(), room: EMPTY_CHAT_ROOM }),
    actions: { send: () => ({ number: 1, waitMs: 0 }) },
  });
  const events = await openEvents(db.pool, createLog('silent'));
  onTestFinished(() => events.close());
  const tabs = [];
  for (let process = 0; process < 2; process += 1) {
    const { realtime, connect } = await serveRealtime({ topics: [topic] });
    for (const subscribe of createSupport({ db, realtime })) subscribe({ events, hooks: createHooks() });
    const tab = await connect();
    tab.subscribe(`chat:${id}`);
    await tab.next();
    tabs.push(tab);
  }
  const announce = <Data>(event: EventType<Data>, data: Data) =>
    db.transact((tx) => publish(tx, event, data));
  const texts = async () => (await messages()).map(({ text }) => text);
  return { creator, id, tabs, announce, texts };
}

const complete = (donationId: string, recipientId: UserId, stream: StreamId | null = null) =>
  [donationCompleted, { donationId, recipientId, streamId: stream }] as const;

it('reports each donation once in the chat of the running stream, by two processes, as much of it as is public', async () => {
  const { creator, announce, texts } = await setUp();
  const ada = await person();
  const message = '<b>Hi</b>';
  const named = await donate({ to: creator, from: ada, more: { message } });
  const anonymous = await donate({ to: creator, amount: 500, more: { is_anonymous: true, message } });
  await announce(...complete(named, creator));
  await expect.poll(texts, { timeout: 10_000 }).toHaveLength(1);
  await announce(...complete(anonymous, creator));
  await expect.poll(texts, { timeout: 10_000 }).toHaveLength(2);
  const { rows } = await db.pool.query('select display_name from profiles where id = $1', [ada]);
  expect(await texts()).toEqual([
    `${rows[0].display_name} donated $10.00: <b>Hi</b>`,
    'Somebody donated $5.00: <b>Hi</b>',
  ]);
});

it('takes the text away that its creator hides, and the report of a donation that is refunded, in all open tabs', async () => {
  const { creator, tabs, announce, texts } = await setUp();
  const donation = await donate({ to: creator, more: { message: 'Hi' } });
  await announce(...complete(donation, creator));
  await expect.poll(texts, { timeout: 10_000 }).toEqual(['Somebody donated $10.00: Hi']);
  const change = async (what: string) => {
    await db.pool.query(`update donations set ${what} where id = $1`, [donation]);
    await announce(donationsChanged, { creatorId: creator });
    const seen = [];
    for (const tab of tabs) {
      const { data } = (await tab.next()) as { data?: unknown };
      seen.push(chatTopic.snapshot.parse(data).messages.map(({ text }) => text));
    }
    return seen;
  };
  expect(await change('is_message_hidden = true')).toEqual([
    ['Somebody donated $10.00'],
    ['Somebody donated $10.00'],
  ]);
  expect(await change("status = 'refunded', refunded_amount = amount")).toEqual([[null], [null]]);
});

it('reports a new subscription once, on behalf of the subscriber', async () => {
  const { creator, id, announce, texts } = await setUp();
  const ada = await person();
  const subscription = { subscriptionId: uuidv7(), creatorId: creator, subscriberId: ada };
  await announce(subscriptionStarted, subscription);
  await announce(subscriptionStarted, { ...subscription, subscriptionId: uuidv7() });
  await expect.poll(texts, { timeout: 10_000 }).toHaveLength(2);
  const { rows } = await db.pool.query(
    `select text = p.display_name || ' subscribed' as names, author_id = $2 as own
     from chat_messages join profiles p on p.id = $2 where stream_id = $1`,
    [id, ada],
  );
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ names: true, own: true })));
});
