/** Who may not publish, or no more. */
import { streamId, type UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createStreamFixture, PROCESS_ID, SETTINGS } from '../../../../test/support/stream-fixture.ts';
import * as rows from './stream-lifecycle.repo.ts';

const { db, service, addStreamer, start, stateOf } = await createStreamFixture();

it('refuses the encoder of a stopped stream until its creator lifts the cooldown', async () => {
  const instance = start();
  const { id, username } = await addStreamer();
  await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  await instance.cooldowns.start(id);
  instance.hub.stop(id, 'stopped');
  await expect.poll(() => stateOf(username)).toBe('offline');
  await expect(instance.publish(id)).rejects.toThrow('stopped');
  await instance.cooldowns.clear(id);
  await instance.publish(id);
});

it('keeps refusing after a restart, except a new key and channels whose cooldown was lifted', async () => {
  const [stopped, rekeyed, back] = [await addStreamer(), await addStreamer(), await addStreamer()];
  const beganAt = new Date(Date.now() - 60_000);
  await db.pool.query('update streamer_data set stream_key_created_at = $1 where user_id = any($2)', [
    beganAt,
    [stopped.id, back.id],
  ]);
  const stream = async (streamerId: UserId, startedAt: Date, reason: 'kicked' | 'unpublished') =>
    db.transact(async (tx) => {
      const id = streamId.parse(uuidv7());
      await rows.begin(tx, {
        id,
        streamerId,
        settings: SETTINGS,
        slug: 'show',
        startedAt,
        ownerId: PROCESS_ID,
      });
      await rows.end(tx, id, new Date(), reason);
    });
  for (const { id } of [stopped, rekeyed, back]) await stream(id, beganAt, 'kicked');
  await stream(back.id, new Date(), 'unpublished');
  const instance = start();
  await instance.cooldowns.restore(db);
  await expect(instance.publish(stopped.id)).rejects.toThrow('stopped');
  await instance.publish(rekeyed.id);
  await instance.publish(back.id);
});

it('finds publishers whose permission ended while events were missed', async () => {
  const instance = start();
  const people = await Promise.all([addStreamer(), addStreamer(), addStreamer()]);
  const [allowed, rotated, banned] = people.map(({ id }) => id);
  for (const { id } of people) await instance.publish(id);
  expect(await instance.streams.noLongerAllowed()).toEqual([]);
  instance.revoked.add(rotated ?? '');
  instance.banned.add(banned ?? '');
  expect((await instance.streams.noLongerAllowed()).sort()).toEqual([rotated, banned].sort());
  expect(instance.hub.liveStream(allowed ?? '')).toBeDefined();
  instance.hub.stop(rotated ?? '', 'kicked');
  expect(await instance.streams.noLongerAllowed()).toEqual([banned]);
});

it('finds streams that an admin stopped while events were missed, and never revives them', async () => {
  const instance = start();
  const { id, username } = await addStreamer();
  await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const stream = (await service.bySlug(username, 'live')).stream?.id ?? expect.fail();
  expect(await instance.streams.stoppedUnheard()).toEqual([]);
  await db.transact((tx) => rows.end(tx, streamId.parse(stream), new Date(), 'kicked'));
  // As an encoder's first part does that comes after a restart.
  instance.playable(id);
  await instance.streams.inOrder(id, async () => {});
  expect(await stateOf(username)).toBe('offline');
  expect(await instance.streams.stoppedUnheard()).toEqual([id]);
  instance.hub.stop(id, 'kicked');
  expect(await instance.streams.stoppedUnheard()).toEqual([]);
});

it('checks the key that publishes again, not one that was refused since', async () => {
  const instance = start();
  const { id } = await addStreamer();
  await instance.publish(`${id}#old`);
  await expect(instance.publish(`${id}#new`)).rejects.toThrow('already_publishing');
  instance.revoked.add(`${id}#old`);
  expect(await instance.streams.noLongerAllowed()).toEqual([id]);
});

it('refuses an unknown key', async () => {
  await expect(start().publish('live_nobody')).rejects.toThrow('unknown_key');
});
