/** Streams that a stopped or killed process left live. */
import type { Gate } from '@tributary/contracts/channels';
import { streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import {
  createStreamFixture,
  newStream,
  PROCESS_ID,
  SETTINGS,
} from '../../../../test/support/stream-fixture.ts';
import { findLiveGate } from '../playback/gates.repo.ts';
import { gateChannel, setRegularGate, setStreamGate } from '../playback/gates.ts';
import * as rows from './stream-lifecycle.repo.ts';
import { endOrphans, orphan } from './stream-ownership.repo.ts';

const { db, service, addStreamer, start, stateOf } = await createStreamFixture();

it('resumes the same stream after a restart of the instance', async () => {
  const { id, username } = await addStreamer();
  const before = start();
  await before.publish(id);
  before.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const first = (await service.bySlug(username, 'live')).stream?.id;
  await before.stop();
  expect(await stateOf(username)).toBe('interrupted');
  const after = start();
  await after.streams.recover(PROCESS_ID);
  await after.publish(id);
  after.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  expect((await service.bySlug(username, 'live')).stream?.id).toBe(first);
});

it('ends a stream that a killed instance left live at the time it was last seen, if its encoder does not return', async () => {
  const { id, username } = await addStreamer();
  const seen = new Date('2026-03-01T12:00:00Z');
  const lost = streamId.parse(uuidv7());
  await db.transact((tx) =>
    rows.begin(tx, {
      id: lost,
      streamerId: id,
      settings: SETTINGS,
      slug: 't',
      startedAt: seen,
      ownerId: PROCESS_ID,
    }),
  );
  const after = start(undefined, 0);
  await after.streams.recover(PROCESS_ID);
  await expect.poll(() => stateOf(username)).toBe('offline');
  const { stream } = await service.byId(lost);
  expect(stream?.endedAt).toBe(seen.toISOString());
  expect(after.changed).toContain(lost);
});

it('is live again if it was ended as lost just before its first part after a restart', async () => {
  const { id, username } = await addStreamer();
  const lost = streamId.parse(uuidv7());
  const startedAt = new Date();
  await db.transact((tx) =>
    rows.begin(tx, {
      id: lost,
      streamerId: id,
      settings: SETTINGS,
      slug: 't',
      startedAt,
      ownerId: PROCESS_ID,
    }),
  );
  const after = start();
  await after.publish(id);
  await db.transact((tx) => rows.end(tx, lost, new Date(), 'connection_lost'));
  after.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  expect((await service.bySlug(username, 'live')).stream).toMatchObject({ id: lost, endedAt: null });
});

it('ends a stream that was left live once the database answers again after the grace period', async () => {
  const { id, username } = await addStreamer();
  const lost = streamId.parse(uuidv7());
  const startedAt = new Date();
  await db.transact((tx) =>
    rows.begin(tx, {
      id: lost,
      streamerId: id,
      settings: SETTINGS,
      slug: 't',
      startedAt,
      ownerId: PROCESS_ID,
    }),
  );
  let calls = 0;
  const failsOnce: Database = {
    ...db,
    transact: (work) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('away')) : db.transact(work);
    },
  };
  const after = start(undefined, 0, failsOnce);
  await expect(after.streams.recover(PROCESS_ID)).rejects.toThrow('away');
  expect(await stateOf(username)).toBe('interrupted');
  await after.streams.recover();
  expect(await stateOf(username)).toBe('offline');
});

it('does not end a stream that was resumed and interrupted again after a restart', async () => {
  const { id, username } = await addStreamer();
  const lost = streamId.parse(uuidv7());
  const startedAt = new Date();
  const begin = () =>
    db.transact((tx) =>
      rows.begin(tx, {
        id: lost,
        streamerId: id,
        settings: SETTINGS,
        slug: 't',
        startedAt,
        ownerId: PROCESS_ID,
      }),
    );
  await begin();
  const marked = new Date('2026-03-01T12:00:00Z');
  await db.transact((tx) => orphan(tx, marked, PROCESS_ID));
  await begin();
  await db.transact((tx) => rows.setInterrupted(tx, lost, PROCESS_ID, new Date()));
  await db.transact((tx) => endOrphans(tx, { interruptedAt: new Date(), seenAt: marked }));
  expect(await stateOf(username)).toBe('interrupted');
});

it('accepts the encoder of a running stream while the database is unavailable, and no other', async () => {
  const [{ id, username }, other] = [await addStreamer(), await addStreamer()];
  let away = false;
  const unlessAway = <T>(work: () => Promise<T>) => (away ? Promise.reject(new Error('away')) : work());
  const instance = start(undefined, 30, {
    ...db,
    read: (work) => unlessAway(() => db.read(work)),
    transact: (work) => unlessAway(() => db.transact(work)),
  });
  const publication = await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const running = instance.hub.liveStream(id);
  away = true;
  publication.close('connection_lost');
  const back = await instance.publish(id);
  expect(instance.hub.liveStream(id)).toBe(running);
  await expect(instance.publish(other.id)).rejects.toThrow('unavailable');
  back.close('unpublished');
  away = false;
  await expect.poll(() => stateOf(username)).toBe('interrupted');
});

/** A stream that was live until the instance went down so many minutes ago, and the instance started again. */
async function restartAfter(downMinutes: number) {
  const { id, username } = await addStreamer();
  const startedAt = new Date(Date.now() - downMinutes * 60_000);
  const stream = { ...newStream(id, 'show'), startedAt };
  await db.transact((tx) => rows.begin(tx, stream));
  const after = start();
  await after.streams.recover(PROCESS_ID);
  return { id, username, stream, startedAt, after };
}

it('ends a stream when it was last seen where the instance was down for longer than five minutes', async () => {
  const { id, username, stream, startedAt, after } = await restartAfter(6);
  expect(await service.byId(stream.id)).toMatchObject({
    state: 'ended',
    stream: { endedAt: startedAt.toISOString() },
  });
  await after.publish(id);
  after.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  expect((await service.bySlug(username, 'live')).stream?.id).not.toBe(stream.id);
});

it('continues a stream after the instance was down for less than five minutes', async () => {
  const { id, username, stream, after } = await restartAfter(4);
  expect(await stateOf(username)).toBe('interrupted');
  await after.publish(id);
  after.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  expect((await service.bySlug(username, 'live')).stream?.id).toBe(stream.id);
});

it('withholds a hidden stream and restricts a gated one that their encoders continue after a restart', async () => {
  const { id } = await addStreamer();
  const stream = newStream(id, 'show');
  await db.transact((tx) => rows.begin(tx, stream));
  await db.pool.query("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [stream.id]);
  await db.transact((tx) => setStreamGate(tx, stream.id, { kind: 'event', id: uuidv7() }));
  const after = start();
  await after.streams.recover(PROCESS_ID);
  const request = {
    protocol: 'rtmp',
    app: 'live',
    streamKey: id,
    remoteAddress: '::1',
    encoder: null,
  } as const;
  expect(await after.streams.authorizePublish(request)).toEqual({
    accepted: true,
    channelId: id,
    streamId: stream.id,
    isWithheld: true,
    isRestricted: true,
  });
});

it('restricts the streams of a gated channel before their first byte', async () => {
  const { id } = await addStreamer();
  const gate: Gate = { kind: 'subscribers', id: uuidv7() };
  await db.transact((tx) => setRegularGate(tx, id, gate));
  const instance = start();
  const request = {
    protocol: 'rtmp',
    app: 'live',
    streamKey: id,
    remoteAddress: '::1',
    encoder: null,
  } as const;
  expect(await instance.streams.authorizePublish(request)).toMatchObject({ isRestricted: true });
  const began = await db.transact((tx) => rows.begin(tx, newStream(id, 'show')));
  expect(began).toMatchObject({ outcome: 'started', gate });
});

/** Transactions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await db.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

it('gates a stream that begins while its channel is being gated', async () => {
  const { id } = await addStreamer();
  const gate: Gate = { kind: 'subscribers', id: uuidv7() };
  const stream = newStream(id, 'show');
  let gating = Promise.resolve();
  await db.transact(async (tx) => {
    await rows.begin(tx, stream);
    // Begins before the stream is committed, and so does not see it yet.
    gating = db.transact((other) => gateChannel(other, id, gate));
    await Promise.race([gating, expect.poll(countWaiting).toBe(1)]);
  });
  await gating;
  expect((await db.read((reader) => findLiveGate(reader, id)))?.gate).toEqual(gate);
});

it('writes nothing in a periodic recovery where no process has died, and keeps streams that never had an owner', async () => {
  const { id, username } = await addStreamer();
  const stream = { ...newStream(id, 'show'), startedAt: new Date(Date.now() - 3_600_000) };
  await db.transact((tx) => rows.begin(tx, stream));
  await db.pool.query('update streams set owner_id = null where id = $1', [stream.id]);
  await db.pool.query("delete from streams where status = 'live' and id <> $1", [stream.id]);
  const readOnly: Database = { ...db, transact: () => Promise.reject(new Error('a write')) };
  await start(undefined, 30, readOnly).streams.recover();
  expect(await stateOf(username)).toBe('live');
});
