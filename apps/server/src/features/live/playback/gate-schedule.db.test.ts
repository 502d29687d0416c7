import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createStreamFixture, PROCESS_ID } from '../../../../test/support/stream-fixture.ts';
import { findLiveGate } from './gates.repo.ts';

const { db, addStreamer, start, stateOf } = await createStreamFixture();
const gate: Gate = { kind: 'event', id: uuidv7() };

/** An instance with a plan that is due once the test says so. */
function planned() {
  const instance = start();
  const plan = { isDue: false };
  const due = async (_db: unknown, _id: UserId, before: Gate | null) => (plan.isDue ? gate : before);
  instance.gates.follow({ ofNewStream: due, ofRunningStream: due });
  const request = (streamKey: string) =>
    ({ protocol: 'rtmp', app: 'live', streamKey, remoteAddress: '::1', encoder: null }) as const;
  return {
    ...instance,
    plan,
    /** Asks as the hub does before an encoder sends its first frame. */
    async isRestricted(key: string) {
      const decision = await instance.streams.authorizePublish(request(key));
      return decision.accepted && decision.isRestricted === true;
    },
  };
}
const gateOf = async (id: UserId) => (await db.read((reader) => findLiveGate(reader, id)))?.gate;

it('restricts a new stream before its first frame, and writes its row with the gate that is due', async () => {
  const { id, username } = await addStreamer();
  const { plan, isRestricted, publish, playable } = planned();
  expect(await isRestricted(id)).toBe(false);
  plan.isDue = true;
  expect(await isRestricted(id)).toBe(true);
  await publish(id);
  playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  expect(await gateOf(id)).toEqual(gate);
});

it('writes the row of a stream with a gate that became due after its encoder was admitted', async () => {
  const { id, username } = await addStreamer();
  const { plan, publish, playable } = planned();
  await publish(id);
  plan.isDue = true;
  playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  expect(await gateOf(id)).toEqual(gate);
});

it('restricts a running stream before its encoder continues, on its own process and after a restart', async () => {
  for (const restarts of [false, true]) {
    const { id, username } = await addStreamer();
    const first = planned();
    const publication = await first.publish(id);
    first.playable(id);
    await expect.poll(() => stateOf(username)).toBe('live');
    if (restarts) await first.stop();
    else publication.close('connection_lost');
    await expect.poll(() => stateOf(username)).toBe('interrupted');
    expect(await gateOf(id)).toBeNull();

    const second = restarts ? planned() : first;
    if (restarts) await second.streams.recover(PROCESS_ID);
    second.plan.isDue = true;
    expect(await second.isRestricted(id)).toBe(true);
    expect(await gateOf(id)).toEqual(gate);
  }
});
