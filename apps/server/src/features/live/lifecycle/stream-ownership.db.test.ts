/** Several processes that serve streams of one database. */
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createStreamFixture } from '../../../../test/support/stream-fixture.ts';
import { streamMoved } from '../live.events.ts';

const { db, events, service, addStreamer, addProcess, start, stateOf } = await createStreamFixture();

async function startProcess(graceSeconds = 30) {
  const lease = await addProcess();
  return { ...lease, ...start(undefined, graceSeconds, db, lease.id) };
}

async function goLive(process: Awaited<ReturnType<typeof startProcess>>) {
  const streamer = await addStreamer();
  const publication = await process.publish(streamer.id);
  process.playable(streamer.id);
  await expect.poll(() => stateOf(streamer.username)).toBe('live');
  const id = streamId.parse((await service.bySlug(streamer.username, 'live')).stream?.id);
  return { ...streamer, publication, stream: id };
}

const ownerOf = async (id: StreamId) =>
  (await db.pool.query('select owner_id from streams where id = $1', [id])).rows[0]?.owner_id;

it('refuses an encoder while another process receives the signal of its channel', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const live = await goLive(first);
  await expect(second.publish(live.id)).rejects.toThrow('already_publishing');
  expect(await ownerOf(live.stream)).toBe(first.id);
});

it('continues an interrupted stream on the process that its encoder returns to, and tells the former one', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const live = await goLive(first);
  live.publication.close('connection_lost');
  await expect.poll(() => stateOf(live.username)).toBe('interrupted');
  const moved: unknown[] = [];
  events.on(streamMoved, (event) => void moved.push(event));
  await second.publish(live.id);
  second.playable(live.id);
  await expect.poll(() => stateOf(live.username)).toBe('live');
  expect((await service.bySlug(live.username, 'live')).stream?.id).toBe(live.stream);
  expect(await ownerOf(live.stream)).toBe(second.id);
  await expect
    .poll(() => moved)
    .toEqual([{ streamId: live.stream, streamerId: live.id, ownerId: second.id }]);
  expect(await first.streams.reconcile()).toEqual([live.id]);
  // What the former process still has to say about the stream is not written.
  first.hub.stop(live.id, 'stopped');
  await first.streams.inOrder(live.id, async () => {});
  expect(await stateOf(live.username)).toBe('live');
});

it('interrupts the streams of a dead process alone, and ends them where nobody returns', async () => {
  const [dying, living] = [await startProcess(), await startProcess(0)];
  const [lost, kept] = [await goLive(dying), await goLive(living)];
  await living.streams.recover();
  expect(await stateOf(lost.username)).toBe('live');
  await dying.die();
  await living.streams.recover();
  expect(await stateOf(lost.username)).toBe('offline');
  expect(await stateOf(kept.username)).toBe('live');
  expect(living.changed).toContain(lost.stream);
});

it('continues the stream of a dead process on another one within the grace period', async () => {
  const [dying, living] = [await startProcess(), await startProcess()];
  const live = await goLive(dying);
  await dying.die();
  await living.publish(live.id);
  living.playable(live.id);
  await expect.poll(() => stateOf(live.username)).toBe('live');
  expect(await ownerOf(live.stream)).toBe(living.id);
  await living.streams.recover();
  expect(await stateOf(live.username)).toBe('live');
});

it('does not let a process whose lease expired write over the one that took its stream over', async () => {
  const [paused, other] = [await startProcess(), await startProcess()];
  const live = await goLive(paused);
  await paused.die();
  await other.publish(live.id);
  other.playable(live.id);
  await expect.poll(() => stateOf(live.username)).toBe('live');
  expect(await ownerOf(live.stream)).toBe(other.id);
  // It runs again, and its encoder's connection breaks.
  live.publication.close('connection_lost');
  await paused.streams.inOrder(live.id, async () => {});
  expect(await stateOf(live.username)).toBe('live');
  expect(await paused.streams.reconcile()).toEqual([live.id]);
  expect(paused.streams.disown(live.id)).toBe(true);
  paused.hub.stop(live.id, 'shutdown');
  await paused.streams.inOrder(live.id, async () => {});
  expect(await stateOf(live.username)).toBe('live');
  expect(await ownerOf(live.stream)).toBe(other.id);
});

it('takes back a stream that another process gave up for lost while its own still receives it', async () => {
  const [cutOff, other] = [await startProcess(), await startProcess(0)];
  const live = await goLive(cutOff);
  await cutOff.die();
  await other.streams.recover();
  expect(await stateOf(live.username)).toBe('offline');
  await addProcess(cutOff.id);
  expect(await cutOff.streams.reconcile()).toEqual([]);
  await expect.poll(() => stateOf(live.username)).toBe('live');
  expect(await ownerOf(live.stream)).toBe(cutOff.id);
});

it('ends a claimed stream whose encoder left before its first part', async () => {
  const [dying, living] = [await startProcess(), await startProcess(0)];
  const live = await goLive(dying);
  await dying.die();
  await dying.streams.disown(live.id);
  // Interrupted once more by the recovery, then claimed and left.
  const keeping = await startProcess(3600);
  await keeping.streams.recover();
  const publication = await living.publish(live.id);
  await living.streams.recover();
  expect(await stateOf(live.username)).toBe('interrupted');
  publication.close('connection_lost');
  living.hub.stop(live.id, 'connection_lost');
  await living.streams.inOrder(live.id, async () => {});
  await living.streams.recover();
  expect(await stateOf(live.username)).toBe('offline');
});
