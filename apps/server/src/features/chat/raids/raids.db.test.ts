import { RAIDS_PER_HOUR, raidTopic } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import type { Notify } from '#platform/notifications/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { findBefore } from '../messages/message-pages.repo.ts';
import { createRaids } from './index.ts';
import { createRaidsService } from './raids.service.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
const by = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const textsOf = async (id: StreamId) =>
  (await db.read((reader) => findBefore(reader, id, null))).messages.map(({ text }) => text);

/** Creates two live channels, and the first one's raids with a clock that stands still. */
async function setUp() {
  const [river, coral] = [await streamer(), await streamer()];
  const [from, to] = [await stream(river), await stream(coral)];
  const { rows } = await db.pool.query('select username from profiles where id = $1', [coral]);
  let nowMs = Date.now();
  const notified: unknown[] = [];
  const jobs: { data: unknown; startAfter: Date | undefined }[] = [];
  const options = {
    db,
    nowMs: () => nowMs,
    jobs: {
      send: async (_tx: unknown, _type: unknown, data: unknown, more?: { startAfter?: Date }) =>
        void jobs.push({ data, startAfter: more?.startAfter }),
    },
    live: { viewers: { count: () => 5 }, playback: { requireShown: async () => {} } },
    notifications: {
      notify: async (_tx: unknown, notification: Notify) => {
        const { userId, title } = inEnglish(notification);
        notified.push({ userId, title });
      },
    },
  };
  const raids = createRaidsService(options);
  const start = (username: string = rows[0].username, actor = river) =>
    raids.start(from, username, by(actor));
  return {
    river,
    coral,
    from,
    to,
    raids,
    notified,
    jobs,
    options,
    start,
    username: rows[0].username as string,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a raid', () => {
  it('departs once at its time without the viewers who asked to stay, and is reported to the raided channel', async () => {
    const { river, coral, from, to, raids, notified, jobs, start, pass } = await setUp();
    const { id, leftMs, state } = await start();
    expect([state, leftMs, jobs]).toEqual([
      'pending',
      60_000,
      [{ data: { raidId: id }, startAfter: expect.any(Date) }],
    ]);
    await raids.stay(from, id);
    // A request with the other stream's id does not count.
    await raids.stay(to, id);
    await raids.depart(id);
    pass(59_999);
    expect(await raids.current(from)).toMatchObject({
      id,
      state: 'pending',
      leftMs: 1,
      target: { id: coral },
    });
    pass(1);
    // The timers of two processes and the job do this.
    await Promise.all([raids.depart(id), raids.depart(id), raids.depart(id)]);
    expect(await textsOf(to)).toEqual(['Somebody is raiding with 4 viewers']);
    expect(notified).toEqual([{ userId: coral, title: 'Somebody is raiding with 4 viewers' }]);
    expect(await raids.current(from)).toMatchObject({ id, state: 'departed' });
    pass(15_001);
    expect(await raids.current(from)).toBeNull();
    await expect(raids.cancel(from, by(river))).rejects.toMatchObject({ code: 'raid_not_found' });
  });

  it('is started by moderators of the channel, who cancel it or let it depart after 10 seconds, one at a time', async () => {
    const { river, from, to, raids, start, pass } = await setUp();
    const fan = await person();
    await expect(start(undefined, fan)).rejects.toMatchObject({ code: 'not_moderator' });
    await db.pool.query('insert into chat_moderators (channel_id, user_id) values ($1, $2)', [river, fan]);
    await start(undefined, fan);
    await expect(start()).rejects.toMatchObject({ code: 'raid_running' });
    await expect(raids.departNow(from, by(river))).rejects.toMatchObject({ code: 'raid_too_early' });
    await raids.cancel(from, by(river));
    expect(await raids.current(from)).toBeNull();
    await start();
    pass(10_000);
    await raids.departNow(from, by(fan));
    expect(await textsOf(to)).toEqual(['Somebody is raiding with 5 viewers']);
    const { rows } = await db.pool.query('select action from audit_log where subject_id = $1 order by id', [
      from,
    ]);
    expect(rows.map(({ action }) => action)).toEqual([
      ...['chat.raid_started', 'chat.raid_canceled', 'chat.raid_started', 'chat.raid_departed'],
    ]);
  });

  it('refuses channels that are offline, hidden, gated, the own one, or that do not accept it', async () => {
    const { river, coral, from, raids, start, username } = await setUp();
    const codeOf = () =>
      start().then(
        () => raids.cancel(from, by(river)).then(() => 'started'),
        ({ code }) => code,
      );
    const { rows } = await db.pool.query('select username from profiles where id = $1', [river]);
    await expect(start(rows[0].username)).rejects.toMatchObject({ code: 'raid_own_channel' });
    await expect(start('nobody')).rejects.toMatchObject({ code: 'raid_target_offline' });
    const refusals: readonly (readonly [change: string, undo: string, code: string])[] = [
      [
        "update streams set hidden_at = now(), hidden_reason = 'test'",
        'update streams set hidden_at = null, hidden_reason = null',
        'raid_target_offline',
      ],
      [
        "update streams set gate_kind = 'subscribers', gate_id = streamer_id",
        'update streams set gate_kind = null, gate_id = null',
        'raid_gated',
      ],
      [
        "update streams set status = 'ended', ended_at = now()",
        "update streams set status = 'live', ended_at = null",
        'raid_target_offline',
      ],
    ];
    for (const [change, undo, code] of refusals) {
      await db.pool.query(`${change} where streamer_id = $1`, [coral]);
      expect(await codeOf()).toBe(code);
      await db.pool.query(`${undo} where streamer_id = $1`, [coral]);
    }
    await db.pool.query('insert into user_blocks (blocker_id, blocked_id) values ($1, $2)', [coral, river]);
    expect(await codeOf()).toBe('raid_refused');
    await db.pool.query('delete from user_blocks');
    await db.pool.query('insert into chat_bans (channel_id, user_id) values ($1, $2)', [coral, river]);
    expect(await codeOf()).toBe('raid_refused');
    await db.pool.query('delete from chat_bans');
    await db.pool.query("insert into chat_settings (channel_id, raids) values ($1, 'nobody')", [coral]);
    expect(await codeOf()).toBe('raid_refused');
    await db.pool.query("update chat_settings set raids = 'followed' where channel_id = $1", [coral]);
    expect(await codeOf()).toBe('raid_refused');
    await db.pool.query('insert into follows (follower_id, streamer_id) values ($1, $2)', [coral, river]);
    expect(await codeOf()).toBe('started');
    expect(username).not.toBe('');
  });

  it('ends with either stream, and is limited to ten in an hour for each channel', async () => {
    const { river, to, from, raids, start, pass } = await setUp();
    const { id } = await start();
    await raids.endAllOf(to);
    expect(await raids.current(from)).toMatchObject({ id });
    await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [to]);
    await raids.endAllOf(to);
    expect(await raids.current(from)).toBeNull();
    await db.pool.query("update streams set status = 'live', ended_at = null where id = $1", [to]);
    for (let raid = 1; raid < RAIDS_PER_HOUR; raid += 1) {
      await start();
      await raids.cancel(from, by(river));
    }
    await expect(start()).rejects.toMatchObject({ code: 'raid_limit' });
    pass(3_600_000);
    const last = await start();
    // The job of a process that was down finds that the target has ended in the meantime.
    await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [to]);
    pass(60_000);
    await raids.depart(last.id);
    expect(await raids.current(from)).toBeNull();
    expect(await textsOf(to)).toEqual([]);
  });

  it('is shown to the viewers of two processes, and counts each browser that stays once', async () => {
    const { river, from, raids, start, options, pass } = await setUp();
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const tabs = [];
    for (let process = 0; process < 2; process += 1) {
      const topics: Parameters<typeof serveRealtime>[0]['topics'][number][] = [];
      const { realtime, connect } = await serveRealtime({ topics });
      const parts = createRaids({ ...options, realtime });
      onTestFinished(() => parts.close());
      for (const topic of parts.topics) realtime.register(topic);
      for (const subscribe of parts.subscriptions) subscribe({ events, hooks: createHooks() });
      const tab = await connect();
      tab.subscribe(`raid:${from}`);
      expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: { raid: null } });
      tabs.push(tab);
    }
    const { id } = await start();
    for (const tab of tabs) {
      const { data } = (await tab.next()) as { data?: unknown };
      expect(raidTopic.snapshot.parse(data).raid).toMatchObject({ id, state: 'pending', leftMs: 60_000 });
      for (const ref of [1, 2]) {
        tab.act(`raid:${from}`, 'stay', { id }, ref);
        await tab.next();
      }
    }
    pass(10_000);
    await raids.departNow(from, by(river));
    const { rows } = await db.pool.query('select viewers from chat_raids where id = $1', [id]);
    expect(rows).toEqual([{ viewers: 3 }]);
  });
});
