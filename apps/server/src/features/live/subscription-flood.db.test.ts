import { channelTopic, streamTopic } from '@tributary/contracts/live';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { defineTopic } from '#platform/realtime/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { type RealtimeTab, serveRealtime } from '../../../test/support/realtime-harness.ts';
import { createPublicStreams } from './streams/streams.service.ts';

const SOCKETS = 40;
const EACH = 50;
/** Keys that do not exist which a network may look up, and those that are being looked up when it has. */
const LOOKUPS_MAX = 60 + 6;

const db = await createTestDatabase();
const service = createPublicStreams(db, () => 0);
let queries = 0;
db.pool.on('acquire', () => {
  queries += 1;
});

async function addLiveStream(): Promise<StreamId> {
  const [id, owner] = [streamId.parse(uuidv7()), uuidv7()];
  await db.pool.query(
    "insert into profiles (id, username, email, display_name) values ($1, 'ada', 'ada@example.org', 'Ada')",
    [owner],
  );
  await db.pool.query(
    "insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at) values ($1, $2, 'A show', 'Gaming', 'a-show', 'live', now(), now())",
    [id, owner],
  );
  return id;
}

const codeOf = async (tab: RealtimeTab) => {
  const message = await tab.next();
  return message.type === 'refused' ? message.code : message.type;
};

it.each([
  ['streams', () => `stream:${uuidv7()}`],
  ['channels', () => `channel:nobody-${Math.random().toString(36).slice(2, 12)}`],
])(
  '2,000 subscriptions at once to random %s hardly reach the database, and nobody else notices',
  async (_, randomTopic) => {
    const live = await addLiveStream().catch(async () => {
      const { rows } = await db.pool.query<{ id: StreamId }>('select id from streams');
      return rows[0]?.id ?? expect.fail('The stream of the other case is there.');
    });
    let opened = 0;
    const { connect } = await serveRealtime({
      topics: [
        defineTopic(streamTopic, {
          snapshot: (id) => service.byId(id),
          actions: { watching: () => undefined, played: () => undefined },
        }),
        defineTopic(channelTopic, { snapshot: (username) => service.bySlug(username, 'live') }),
      ],
      clientAddress: () => (opened++ < SOCKETS ? '198.51.100.7' : '203.0.113.7'),
    });
    const flood = await Promise.all(Array.from({ length: SOCKETS }, () => connect()));
    const viewer = await connect();

    queries = 0;
    for (const tab of flood) for (let i = 0; i < EACH; i += 1) tab.subscribe(randomTopic());
    viewer.subscribe(`stream:${live}`);
    expect(await codeOf(viewer)).toBe('message');
    const codes = new Map<string, number>();
    for (const tab of flood) {
      for (let i = 0; i < EACH; i += 1) {
        const code = await codeOf(tab);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    }
    expect([...codes.keys()].sort()).toEqual(['limited', 'unknown_topic']);
    expect((codes.get('limited') ?? 0) + (codes.get('unknown_topic') ?? 0)).toBe(SOCKETS * EACH);
    // One more is the viewer's own.
    expect(queries).toBeLessThanOrEqual(LOOKUPS_MAX + 1);
  },
);
