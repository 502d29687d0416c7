import { expect, it } from 'vitest';
import { openCryptoFixture } from '../../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../../test/support/database.ts';
import { HOUR_MS } from '../../../../../platform/durations.ts';
import type { ProviderFact } from '../../provider.ts';

const db = await createTestDatabase();

const USDC = 10n ** 6n;
const ETHER = 10n ** 18n;

const kindsOf = (facts: readonly ProviderFact[]) => facts.map(({ kind }) => kind);

it('waits again when a reorganization removes a payment that lacks confirmations', async () => {
  const { chain, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(2);
  await facts(id);
  expect((await provider.onChain.paymentOf(id))?.state).toBe('confirming');
  await chain.reorganize(2);
  expect(await facts(id)).toEqual([]);
  expect(await provider.onChain.paymentOf(id)).toMatchObject({
    state: 'waiting',
    received: [],
    wasReversed: false,
  });
  await chain.mine(10);
  expect(await facts(id)).toEqual([]);
});

it.each(['USDC', 'ETH'])(
  'takes a credited payment in %s back when a reorganization deeper than the confirmations removes it',
  async (token) => {
    const { chain, provider, open, facts } = await openCryptoFixture(db);
    const { id, address } = await open();
    const pay = () =>
      token === 'USDC' ? chain.sendUsdc(address, 5n * USDC) : chain.sendEther(address, ETHER / 500n);
    await chain.mine();
    await pay();
    await chain.mine(5);
    expect(kindsOf(await facts(id))).toEqual(['captured']);
    await chain.reorganize(6);
    const reported: ProviderFact[] = [];
    await provider.poll(async (some) => void reported.push(...some));
    expect(reported).toMatchObject([
      { kind: 'captured', paymentId: id },
      { kind: 'payment_reversed', paymentId: id },
    ]);
    expect(await provider.onChain.paymentOf(id)).toMatchObject({
      state: 'waiting',
      credited: null,
      wasReversed: true,
    });
    await pay();
    await chain.mine(3);
    expect(await facts(id)).toMatchObject([
      { kind: 'captured', paymentId: id },
      { kind: 'payment_reversed', paymentId: id },
      { kind: 'captured', paymentId: `${id}-2`, amountCents: 500 },
    ]);
  },
);

it('keeps a credited payment that a reorganization moves to an earlier block', async () => {
  const { chain, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.mine(3);
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(5);
  await facts(id);
  const [received] = (await provider.onChain.paymentOf(id))?.received ?? [];
  const raw = await chain.call('eth_getRawTransactionByHash', [received?.transactionHash]);
  await chain.call('anvil_reorg', [7, [[raw, 0]]]);
  const reported: ProviderFact[] = [];
  await provider.poll(async (some) => void reported.push(...some));
  expect(kindsOf(reported)).toEqual(['captured']);
  expect((await provider.onChain.paymentOf(id))?.received).toMatchObject([
    { transactionHash: received?.transactionHash, confirmations: 7 },
  ]);
});

it('closes an order whose payment was taken back after it had expired', async () => {
  const { chain, clock, open, facts, provider } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.mine();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(5);
  await facts(id);
  clock.now += HOUR_MS;
  await chain.reorganize(6);
  await provider.poll(async () => undefined);
  expect(await facts(id)).toMatchObject([
    { kind: 'captured' },
    { kind: 'payment_reversed' },
    { kind: 'checkout_closed', outcome: 'expired' },
  ]);
});

it('takes a payment back once when two processes notice the same reorganization at the same time', async () => {
  const { chain, provider, restart, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.mine();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(5);
  await facts(id);
  await chain.reorganize(6);
  await Promise.all([provider, restart(), restart()].map((one) => one.poll(async () => undefined)));
  expect(kindsOf(await facts(id))).toEqual(['captured', 'payment_reversed']);
});

it('takes nothing back when the RPC server changes to a chain with other blocks, or falls behind', async () => {
  const { chain, rpc, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(5);
  await facts(id);
  const head = await chain.call('eth_getBlockByNumber', ['0x2', false]);
  for (const block of [{ number: '0x10', hash: `0x${'ab'.repeat(32)}` }, null]) {
    rpc.answers.set('eth_getBlockByNumber', block);
    await expect(provider.poll(async () => undefined)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
  }
  rpc.answers.set('eth_getBlockByNumber', head);
  await provider.poll(async () => undefined).catch(() => undefined);
  rpc.answers.clear();
  expect(kindsOf(await facts(id))).toEqual(['captured']);
});
