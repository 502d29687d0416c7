import { chatTopic, EMPTY_CHAT_ROOM } from '@tributary/contracts/chat';
import { streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { donationsChanged } from '#features/donations/index.ts';
import { type Support, supported } from '#features/payments/index.ts';
import { openEvents, publish } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { defineTopic } from '#platform/realtime/index.ts';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { findBefore } from '../messages/message-pages.repo.ts';
import { createSupport } from './support.service.ts';

const { db, account, donate } = await createMoneyFixture();
const queue = await createTestJobs(db);
const person = async (): Promise<UserId> => userId.parse((await account()).id);

/** Creates a creator with a running stream, whose chat is open in a tab of each of two processes. */
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
  const hooks = createHooks();
  const tabs = [];
  for (let process = 0; process < 2; process += 1) {
    const { realtime, connect } = await serveRealtime({ topics: [topic] });
    const support = createSupport({ db, jobs: queue.jobs, realtime });
    // The hook runs in the process that received the payment, and the job in any process.
    const ownHooks = process === 0 ? hooks : createHooks();
    for (const subscribe of support.subscriptions) subscribe({ events, hooks: ownHooks });
    queue.register(support.jobs);
    const tab = await connect();
    tab.subscribe(`chat:${id}`);
    await tab.next();
    tabs.push(tab);
  }
  const give = (support: Support) => db.transact((tx) => hooks.run(tx, supported, support));
  const texts = async () => (await messages()).map(({ text }) => text);
  const supports = async () => (await messages()).map(({ support }) => support);
  const facts = async () => (await messages()).map(({ fact }) => fact);
  return { creator, id, tabs, give, texts, supports, facts };
}

const nameOf = async (id: UserId): Promise<string> =>
  (await db.pool.query('select display_name from profiles where id = $1', [id])).rows[0].display_name;

it('reports the public parts of each donation in the chat of the running stream', async () => {
  const { creator, give, texts } = await setUp();
  const ada = await person();
  const message = '<b>Hi</b>';
  const named = await donate({ to: creator, from: ada, more: { message } });
  const anonymous = await donate({ to: creator, amount: 500, more: { is_anonymous: true, message } });
  await give({ kind: 'donation', id: named, creatorId: creator });
  await give({ kind: 'donation', id: anonymous, creatorId: creator });
  expect(await queue.runAll()).toEqual([]);
  expect(await texts()).toEqual([
    `${await nameOf(ada)} donated $10.00: <b>Hi</b>`,
    'Guest donated $5.00: <b>Hi</b>',
  ]);
});

it('names a guest as such, and removes the name with the text that the creator hides', async () => {
  const { creator, give, texts, supports, facts } = await setUp();
  const id = await donate({ to: creator, amount: 700, more: { guest_name: 'Ann', message: 'Hi' } });
  await give({ kind: 'donation', id, creatorId: creator });
  await queue.runAll();
  expect(await texts()).toEqual(['Ann (guest) donated $7.00: Hi']);
  expect(await supports()).toEqual([{ kind: 'donation', headline: 'Ann (guest) donated $7.00' }]);
  const fact = { kind: 'donation', donor: 'Ann', isGuest: true, amount: 700, currency: 'USD' };
  expect(await facts()).toEqual([fact]);
  await db.pool.query('update donations set is_message_hidden = true where id = $1', [id]);
  expect(await texts()).toEqual(['Guest donated $7.00']);
  expect(await supports()).toEqual([{ kind: 'donation', headline: 'Guest donated $7.00' }]);
  expect(await facts()).toEqual([{ ...fact, donor: null }]);
  await db.pool.query("update donations set status = 'refunded', refunded_amount = amount where id = $1", [
    id,
  ]);
  expect([await supports(), await facts()]).toEqual([[undefined], [undefined]]);
});

it('reports a payment that was made before its process crashed once, in the chat that was open then', async () => {
  const { creator, id, give, texts } = await setUp();
  const donation = await donate({ to: creator });
  const support = { kind: 'donation', id: donation, creatorId: creator } as const;
  await give(support);
  const [job] = await queue.waiting();
  // The job survives, and may run again if its end was not recorded.
  for (let run = 0; run < 2; run += 1) if (job) await queue.run(job);
  expect(await texts()).toEqual(['Guest donated $10.00']);
  // A payment that is not recorded is not reported, nor is one to a creator who is offline.
  await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
  await give({ ...support, id: uuidv7() });
  expect(await queue.waiting()).toEqual([]);
});

it('removes the text that the creator hides, and the report of a refunded donation, in all open tabs', async () => {
  const { creator, tabs, give, texts } = await setUp();
  const donation = await donate({ to: creator, more: { message: 'Hi' } });
  await give({ kind: 'donation', id: donation, creatorId: creator });
  await queue.runAll();
  expect(await texts()).toEqual(['Guest donated $10.00: Hi']);
  const change = async (what: string) => {
    await db.pool.query(`update donations set ${what} where id = $1`, [donation]);
    await db.transact((tx) => publish(tx, donationsChanged, { creatorId: creator }));
    const seen = [];
    for (const tab of tabs) {
      const { data } = (await tab.next()) as { data?: unknown };
      seen.push(chatTopic.snapshot.parse(data).messages.map(({ text }) => text));
    }
    return seen;
  };
  expect(await change('is_message_hidden = true')).toEqual([
    ['Guest donated $10.00'],
    ['Guest donated $10.00'],
  ]);
  expect(await change("status = 'refunded', refunded_amount = amount")).toEqual([[null], [null]]);
});

it("reports new subscriptions and gifts with the payer's name, and leaves out the names of hidden accounts", async () => {
  const { creator: creatorId, id, give, texts, supports, facts } = await setUp();
  const [ada, ben, banned] = [await person(), await person(), await person()];
  await db.pool.query('update profiles set banned_at = now() where id = $1', [banned]);
  await give({ kind: 'subscription', id: uuidv7(), creatorId, subscriberId: ada });
  await give({ kind: 'subscription', id: uuidv7(), creatorId, subscriberId: banned });
  for (const giverId of [ada, banned, null])
    await give({ kind: 'gift', id: uuidv7(), creatorId, giverId, recipientId: ben });
  await give({ kind: 'gift', id: uuidv7(), creatorId, giverId: ada, recipientId: banned });
  expect(await queue.runAll()).toEqual([]);
  const [adaName, benName] = [await nameOf(ada), await nameOf(ben)];
  expect(await texts()).toEqual([
    `${adaName} subscribed`,
    `${adaName} gave ${benName} a subscription`,
    `A viewer gave ${benName} a subscription`,
    `A viewer gave ${benName} a subscription`,
  ]);
  expect((await supports()).map((support) => support?.kind)).toEqual([
    'subscription',
    'gift',
    'gift',
    'gift',
  ]);
  expect(await facts()).toEqual([
    { kind: 'subscription', name: adaName },
    { kind: 'gift', giver: adaName, recipient: benName },
    { kind: 'gift', giver: null, recipient: benName },
    { kind: 'gift', giver: null, recipient: benName },
  ]);
  expect((await supports())[0]?.headline).toBe(`${adaName} subscribed`);
  const { rows } = await db.pool.query(
    'select author_id from chat_messages where stream_id = $1 order by number',
    [id],
  );
  expect(rows.map(({ author_id }) => author_id)).toEqual([ada, ada, creatorId, creatorId]);
});
