import { expect, it } from 'vitest';
import { openCryptoFixture } from '../../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../../test/support/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../../platform/durations.ts';

const db = await createTestDatabase();

/** Opens a chain whose sequencer has changed its state at a time before now. The price is always fresh. */
async function openOnLayer2(isUp: boolean, since: (now: number) => number, headAgeMs = 0) {
  const { chain, clock, restart, request } = await openCryptoFixture(db);
  clock.now += headAgeMs;
  await chain.setPrice({ dollars: 2500, updatedAt: new Date(clock.now) });
  await chain.setSequencer({ isUp, since: new Date(since(clock.now)) });
  const provider = restart({ sequencerFeed: chain.sequencerFeed });
  const { reference } = await provider.openCheckout(request());
  const page = await provider.onChain.paymentOf(reference);
  return { provider, tokens: page?.options.map(({ token }) => token) };
}

it.each([
  ['is down', false, (now: number) => now - 2 * HOUR_MS, 0],
  ['came back less than an hour ago', true, (now: number) => now - HOUR_MS + MINUTE_MS, 0],
  ['has a feed that has not begun', true, () => 0, 0],
  ['was up in the newest block, which is old', true, (now: number) => now - 2 * HOUR_MS, 20 * MINUTE_MS],
])('quotes no ETH on a layer 2 chain whose sequencer %s, but USDC', async (_when, isUp, since, headAgeMs) => {
  const { provider, tokens } = await openOnLayer2(isUp, since, headAgeMs);
  expect(tokens).toEqual(['USDC']);
  await expect(provider.testConnection()).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/sequencer|newest block/) },
  });
});

it('quotes ETH on a layer 2 chain whose sequencer has been up for more than an hour', async () => {
  const { provider, tokens } = await openOnLayer2(true, (now) => now - HOUR_MS - MINUTE_MS);
  expect(tokens).toEqual(['USDC', 'ETH']);
  expect(await provider.testConnection()).toContain('ETH at 2500 USD');
});
