import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../../../test/support/money-fixture.ts';
import { createStreamSubscribers } from './stream-subscribers.service.ts';

const { db, account, gateOf, goLive, offer } = await createMoneyFixture();
const streams = createStreamSubscribers(db);
const code = (code: string) => expect.objectContaining({ code });

it('restricts the running stream and the next ones to subscribers, and opens them again', async () => {
  const { id: creator } = await account('streamer');
  await offer(creator);
  const stream = await goLive(creator);
  expect(await streams.of(creator)).toBe(false);
  await streams.set(creator, true);
  expect(await streams.of(creator)).toBe(true);
  expect(await gateOf(stream)).toEqual({ gate_kind: 'subscribers', gate_id: creator });
  await streams.set(creator, false);
  expect(await streams.of(creator)).toBe(false);
  expect(await gateOf(stream)).toEqual({ gate_kind: null, gate_id: null });
});

it('refuses to restrict streams of a channel without tiers', async () => {
  const { id: creator } = await account('streamer');
  await offer(creator, { is_active: false });
  await expect(streams.set(creator, true)).rejects.toEqual(code('no_tiers'));
  expect(await streams.of(creator)).toBe(false);
});
