/** Reads nodes that keep the balances of the newest 128 blocks only. */
import { expect, it } from 'vitest';
import { openCryptoFixture } from '../../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../../test/support/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../../platform/durations.ts';
import { findOrder } from '../orders.repo.ts';
import { sumOf, transfersOf } from '../transfers.repo.ts';

const db = await createTestDatabase();

const USDC = 10n ** 6n;
const ETHER = 10n ** 18n;
const FIVE_DOLLARS = ETHER / 500n;

const receivedFor = (id: string) => db.read(async (tx) => sumOf(await transfersOf(tx, id)));

it('credits every payment of an outage of 2,000 blocks', async () => {
  const { chain, rpc, restart, open, facts } = await openCryptoFixture(db);
  rpc.keptStates = 128;
  const [kept, passedOn, recent, inUsdc, unpaid] = await Promise.all([
    open(),
    open(),
    open(),
    open(),
    open(),
  ]);
  await chain.mine(300);
  await chain.sendEther(kept.address, FIVE_DOLLARS);
  await chain.forwardEther(passedOn.address, FIVE_DOLLARS);
  await chain.sendUsdc(inUsdc.address, 5n * USDC);
  await chain.mine(1650);
  const hash = await chain.sendEther(recent.address, FIVE_DOLLARS);
  await chain.mine(50);
  const provider = restart();
  await provider.poll(async () => undefined);
  for (const { id } of [kept, passedOn, recent, inUsdc])
    expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
  expect((await provider.onChain.paymentOf(recent.id))?.received).toMatchObject([{ transactionHash: hash }]);
  expect(await facts(unpaid.id)).toEqual([]);
});

it('credits payments to a closed order whose address has sent ETH on within an outage, and does not stop the others', async () => {
  const { chain, rpc, clock, provider, restart, open, facts } = await openCryptoFixture(db);
  rpc.keptStates = 128;
  const [closed, other] = await Promise.all([open({ purpose: 'ticket' }), open()]);
  await provider.closeCheckout(closed.id);
  for (const { address } of [closed, other]) await chain.sendEther(address, FIVE_DOLLARS);
  await chain.mine(50);
  await chain.call('anvil_impersonateAccount', [closed.address]);
  await chain.sendEther(chain.payers[1], FIVE_DOLLARS / 2n, closed.address);
  await chain.mine(500);
  await chain.sendEther(closed.address, FIVE_DOLLARS);
  await chain.mine(150);
  clock.now += HOUR_MS;
  await chain.setPrice({ dollars: 2500, updatedAt: new Date(clock.now) });
  const poll = () => restart().poll(async () => undefined);
  await poll();
  expect(await facts(other.id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
  expect(await receivedFor(closed.id)).toEqual({ ETH: FIVE_DOLLARS, USDC: 0n });
  await poll();
  expect(await facts(closed.id)).toMatchObject([{ kind: 'captured', amountCents: 1000 }]);
});

it('keeps an expired order open until all blocks of an outage are read', async () => {
  const { chain, rpc, clock, provider, restart, open } = await openCryptoFixture(db);
  rpc.keptStates = 128;
  const { id, address } = await open({ purpose: 'ticket' });
  await chain.sendEther(address, FIVE_DOLLARS);
  await chain.mine(50);
  await chain.call('anvil_impersonateAccount', [address]);
  await chain.sendEther(chain.payers[1], FIVE_DOLLARS / 2n, address);
  await chain.mine(200);
  clock.now += HOUR_MS;
  rpc.refused.add(address.toLowerCase());
  expect(await provider.closeCheckout(id)).toEqual([]);
  rpc.refused.clear();
  expect(await restart().closeCheckout(id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
});

it('finds late payments, with their payer, to the address of a closed order that has sent the first payment back', async () => {
  const { chain, rpc, clock, provider, open, facts } = await openCryptoFixture(db);
  rpc.keptStates = 128;
  const { id, address } = await open({ purpose: 'ticket' });
  await chain.sendEther(address, FIVE_DOLLARS / 2n);
  await chain.mine(3);
  clock.now += HOUR_MS;
  await chain.setPrice({ dollars: 2500, updatedAt: new Date(clock.now) });
  expect(await provider.closeCheckout(id)).toMatchObject([{ kind: 'checkout_closed' }]);
  const poll = async () => {
    clock.now += 11 * MINUTE_MS;
    await provider.poll(async () => undefined);
  };
  await chain.call('anvil_impersonateAccount', [address]);
  await chain.sendEther(chain.payers[0], FIVE_DOLLARS / 4n, address);
  await chain.mine(300);
  await poll();
  await chain.mine(300);
  rpc.requests.length = 0;
  await poll();
  // No block is read while nothing has happened.
  expect(rpc.requests.filter(({ method, params }) => method === 'eth_getBlockByNumber' && params[1])).toEqual(
    [],
  );
  const hash = await chain.sendEther(address, FIVE_DOLLARS, chain.payers[1]);
  await chain.mine(100);
  await poll();
  expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 750 }]);
  expect((await provider.onChain.paymentOf(id))?.received).toMatchObject([{}, { transactionHash: hash }]);
});

it('continues with the other orders while the balance of one is refused, and with that one afterwards', async () => {
  const { chain, rpc, provider, open, facts } = await openCryptoFixture(db);
  const [refused, other] = await Promise.all([open(), open()]);
  rpc.refused.add(refused.address.toLowerCase());
  for (const { address } of [refused, other]) await chain.sendEther(address, FIVE_DOLLARS);
  await chain.mine(3);
  await expect(provider.poll(async () => undefined)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/was refused with the code -32000/) },
  });
  expect(await facts(other.id)).toMatchObject([{ kind: 'captured' }]);
  expect(await facts(refused.id)).toEqual([]);
  rpc.refused.clear();
  expect(await facts(refused.id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
});

it('misses no payment while one of the servers behind the URL is behind the others', async () => {
  const { chain, rpc, provider, open, facts } = await openCryptoFixture(db, { priceFeed: null });
  const { id, address } = await open();
  rpc.newestBlock = await chain.headNumber();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(20);
  await expect(provider.poll(async () => undefined)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/^The RPC server is behind/) },
  });
  rpc.newestBlock = Number.POSITIVE_INFINITY;
  expect(await facts(id)).toMatchObject([{ kind: 'captured' }]);
});

it('offers no ETH if the node has no balances of the newest confirmed block, and says so', async () => {
  const { rpc, restart, request } = await openCryptoFixture(db);
  rpc.keptStates = 4;
  const provider = restart({ confirmations: 6 });
  const { reference } = await provider.openCheckout(request());
  expect((await provider.onChain.paymentOf(reference))?.options).toMatchObject([{ token: 'USDC' }]);
  await expect(provider.testConnection()).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/Use fewer confirmations or an archive node/) },
  });
});

it('misses no payment in a block that replaces a block from the opening of its order', async () => {
  const { chain, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.call('anvil_reorg', [2, []]);
  await chain.call('anvil_rollback', [1]);
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  expect(await facts(id)).toMatchObject([{ kind: 'captured' }]);
});

it('reads nothing from a server that has changed to another chain, and shows nothing to pay there', async () => {
  const { chain, rpc, provider, restart, request, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  const chainId = rpc.answers.get('eth_chainId');
  rpc.answers.set('eth_chainId', '0x1');
  await expect(provider.openCheckout(request())).rejects.toMatchObject({ code: 'provider_unavailable' });
  await expect(facts(id)).rejects.toMatchObject({ code: 'provider_unavailable' });
  // The settings change to the server's chain.
  const moved = restart({ chainId: 1 });
  expect(await moved.onChain.paymentOf(id)).toMatchObject({
    chain: { id: Number(chainId) },
    options: [{ missing: null }, { missing: null }],
  });
  expect(await moved.closeCheckout(id)).toMatchObject([{ kind: 'checkout_closed' }]);
  expect(await db.read((tx) => findOrder(tx, id))).toMatchObject({ status: 'closed' });
  // The server changes back.
  rpc.answers.set('eth_chainId', chainId);
  await restart({ now: () => new Date(Date.now() + HOUR_MS) }).poll(async () => undefined);
  expect(await facts(id)).toMatchObject([{ kind: 'captured' }]);
});
