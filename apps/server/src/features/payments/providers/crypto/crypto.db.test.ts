import { expect, it } from 'vitest';
import { openCryptoFixture } from '../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { ProviderFact } from '../provider.ts';

const db = await createTestDatabase();

const USDC = 10n ** 6n;
const ETHER = 10n ** 18n;

const kindsOf = (facts: readonly ProviderFact[]) => facts.map(({ kind }) => kind);

it('credits a payment in USDC once it has its confirmations', async () => {
  const { chain, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(2);
  expect(await facts(id)).toEqual([]);
  expect(await provider.onChain.paymentOf(id)).toMatchObject({
    state: 'confirming',
    confirmationsRequired: 3,
    received: [{ token: 'USDC', amount: '5', confirmations: 2 }],
  });
  await chain.mine();
  expect(await facts(id)).toMatchObject([
    { kind: 'captured', checkoutId: id, paymentId: id, amountCents: 500, heldBy: 'creator_gross' },
  ]);
  expect(await provider.onChain.paymentOf(id)).toMatchObject({ state: 'paid', credited: 500 });
});

it('credits a payment in ETH at the price at its opening, although the price has changed since', async () => {
  const { chain, clock, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.setPrice({ dollars: 100, updatedAt: new Date(clock.now) });
  expect((await provider.onChain.paymentOf(id))?.options).toMatchObject([
    { token: 'USDC', amount: '5' },
    { token: 'ETH', amount: '0.002' },
  ]);
  const hash = await chain.sendEther(address, ETHER / 500n);
  await chain.mine(3);
  expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
  expect((await provider.onChain.paymentOf(id))?.received).toMatchObject([
    { token: 'ETH', transactionHash: hash },
  ]);
});

it('credits ETH that a contract passed on', async () => {
  const { chain, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.forwardEther(address, ETHER / 500n);
  await chain.mine(4);
  expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
});

it('credits ETH that the creator has moved on before the server read the chain', async () => {
  const { chain, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendEther(address, ETHER);
  await chain.mine(20);
  await chain.call('anvil_impersonateAccount', [address]);
  await chain.sendEther(chain.payers[1], ETHER / 2n, address);
  await chain.mine(20);
  expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 250_000 }]);
});

it('keeps an order open while something is missing, says how much, and adds up payments in both tokens', async () => {
  const { chain, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 2n * USDC);
  await chain.mine(5);
  expect(await facts(id)).toEqual([]);
  expect(await provider.onChain.paymentOf(id)).toMatchObject({
    state: 'underpaid',
    options: [
      { token: 'USDC', missing: '3', uri: expect.stringContaining('&uint256=3000000') },
      { token: 'ETH', missing: '0.0012', uri: expect.stringContaining('?value=1200000000000000') },
    ],
  });
  await chain.sendUsdc(address, USDC, chain.payers[1]);
  await chain.sendEther(address, ETHER / 1250n);
  await chain.mine(3);
  expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
});

it('credits an overpayment in full', async () => {
  const { chain, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 12_345_678n);
  await chain.mine(3);
  expect(await facts(id)).toMatchObject([{ kind: 'captured', amountCents: 1234 }]);
});

it('finds payments from while it was stopped, with filters as small as the RPC service allows', async () => {
  const { chain, rpc, restart, open } = await openCryptoFixture(db);
  const first = await open();
  const second = await open();
  await chain.mine(60);
  await chain.sendUsdc(first.address, 5n * USDC);
  await chain.mine(25);
  await chain.sendEther(second.address, ETHER / 500n);
  await chain.mine(40);
  rpc.maxLogBlocks = 10;
  const provider = restart();
  expect(await provider.readCheckout(first.id)).toMatchObject([{ kind: 'captured' }]);
  expect(await provider.readCheckout(second.id)).toMatchObject([{ kind: 'captured' }]);
});

it('reads no block twice', async () => {
  const { chain, rpc, provider, open } = await openCryptoFixture(db);
  await open();
  await chain.mine(200);
  await provider.poll(async () => undefined);
  rpc.requests.length = 0;
  await chain.mine();
  await provider.poll(async () => undefined);
  const filters = rpc.requests
    .filter(({ method }) => method === 'eth_getLogs')
    .map(({ params }) => params[0]);
  const head = await chain.headNumber();
  expect(filters).toMatchObject([{ fromBlock: `0x${(head - 2).toString(16)}` }]);
});

it('closes an unpaid order, and reports a late payment as captured', async () => {
  const { chain, clock, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open({ purpose: 'ticket' });
  clock.now += HOUR_MS;
  expect(await provider.closeCheckout(id)).toMatchObject([{ kind: 'checkout_closed', outcome: 'expired' }]);
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  clock.now += HOUR_MS;
  const reported: ProviderFact[] = [];
  await provider.poll(async (some) => void reported.push(...some));
  expect(reported).toMatchObject([{ kind: 'captured', checkoutId: id, amountCents: 500 }]);
  expect(kindsOf(await facts(id))).toEqual(['captured']);
});

it('counts late ETH at the lower one of the rates at the opening and at its arrival', async () => {
  const { chain, clock, provider, open, facts } = await openCryptoFixture(db);
  const opened = await Promise.all([
    open({ purpose: 'ticket' }),
    open({ purpose: 'ticket' }),
    open({ purpose: 'ticket' }),
    open(),
  ]);
  const [fallen, enough, risen, donation] = opened;
  clock.now += HOUR_MS;
  for (const { id } of opened) await provider.closeCheckout(id);
  const poll = async () => {
    await chain.mine(3);
    clock.now += HOUR_MS;
    await provider.poll(async () => undefined);
  };
  // 0.002 ETH were worth 5 dollars at the price of 2,500, and are worth 4 at 2,000.
  await chain.setPrice({ dollars: 2000, updatedAt: new Date(clock.now + HOUR_MS) });
  await chain.sendEther(fallen.address, ETHER / 500n);
  await chain.sendEther(enough.address, ETHER / 400n);
  await chain.sendEther(donation.address, ETHER / 500n);
  await poll();
  expect(kindsOf(await facts(fallen.id))).toEqual(['checkout_closed']);
  expect(await facts(enough.id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
  expect(await facts(donation.id)).toMatchObject([{ kind: 'captured', amountCents: 400 }]);
  await chain.setPrice({ dollars: 5000, updatedAt: new Date(clock.now + HOUR_MS) });
  await chain.sendEther(risen.address, ETHER / 500n);
  await poll();
  expect(await facts(risen.id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
});

it('credits late ETH only once the price is known, and late USDC at once', async () => {
  const { chain, clock, provider, open, facts } = await openCryptoFixture(db);
  const [inEther, inUsdc] = await Promise.all([open(), open()]);
  clock.now += 2 * HOUR_MS;
  for (const { id } of [inEther, inUsdc]) await provider.closeCheckout(id);
  await chain.sendEther(inEther.address, ETHER / 500n);
  await chain.sendUsdc(inUsdc.address, 5n * USDC);
  await chain.mine(3);
  clock.now += HOUR_MS;
  await provider.poll(async () => undefined);
  expect(kindsOf(await facts(inEther.id))).toEqual(['checkout_closed']);
  expect(kindsOf(await facts(inUsdc.id))).toEqual(['captured']);
  clock.now += HOUR_MS;
  await chain.setPrice({ dollars: 2500, updatedAt: new Date(clock.now) });
  await provider.poll(async () => undefined);
  expect(await facts(inEther.id)).toMatchObject([{ kind: 'captured', amountCents: 500 }]);
});

it('reads the chain once for all payers who wait, and again after three seconds at the earliest', async () => {
  const { chain, rpc, clock, restart, open } = await openCryptoFixture(db);
  const orders = await Promise.all([open(), open(), open(), open()]);
  const provider = restart({ maxScanAgeMs: 3000 });
  const readAll = async () => {
    rpc.requests.length = 0;
    await Promise.all(orders.map(({ id }) => provider.readCheckout(id)));
    await Promise.all(orders.map(({ id }) => provider.readCheckout(id)));
    return rpc.requests.filter(({ method }) => method === 'eth_getBalance').length;
  };
  await chain.mine();
  expect(await readAll()).toBe(orders.length);
  await chain.mine();
  expect(await readAll()).toBe(0);
  clock.now += 3000;
  expect(await readAll()).toBe(orders.length);
});

it('keeps an order open beyond its expiry while a payment lacks confirmations', async () => {
  const { chain, clock, provider, open } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine();
  clock.now += HOUR_MS;
  expect(await provider.closeCheckout(id)).toEqual([]);
  await chain.mine(2);
  expect(kindsOf(await provider.closeCheckout(id))).toEqual(['captured']);
});

it('does not hold the seat of an expired ticket for an unconfirmed payment below its price', async () => {
  const { chain, clock, provider, open } = await openCryptoFixture(db);
  const { id, address } = await open({ purpose: 'ticket' });
  await chain.sendUsdc(address, 5n * USDC - 10_000n);
  await chain.mine();
  clock.now += HOUR_MS;
  expect(await provider.closeCheckout(id)).toMatchObject([{ kind: 'checkout_closed', outcome: 'expired' }]);
});

it('credits a part payment of a donation that expires, but not of a ticket', async () => {
  const { chain, clock, provider, open } = await openCryptoFixture(db);
  const donation = await open();
  const ticket = await open({ purpose: 'ticket' });
  await chain.sendUsdc(donation.address, 3n * USDC);
  await chain.sendUsdc(ticket.address, 3n * USDC);
  await chain.mine(3);
  clock.now += HOUR_MS;
  expect(await provider.closeCheckout(donation.id)).toMatchObject([{ kind: 'captured', amountCents: 300 }]);
  expect(await provider.closeCheckout(ticket.id)).toMatchObject([
    {
      kind: 'checkout_closed',
      reason: 'Only $3.00 of $5.00 arrived in time. Ask the creator to send it back.',
    },
  ]);
});

it('gives each order an address of its own, and skips addresses that the wallet has used', async () => {
  const { chain, provider, request, open, account } = await openCryptoFixture(db);
  const { readExtendedKey } = await import('./chain/extended-key.ts');
  const key = readExtendedKey(account);
  await chain.sendEther(key.addressAt(1), 1n);
  await chain.sendUsdc(key.addressAt(3), 1n);
  await chain.mine();
  const orders = await Promise.all([open(), open(), open()]);
  expect(orders.map(({ address }) => address).sort()).toEqual(
    [2, 4, 5].map((index) => key.addressAt(index)).sort(),
  );
  const again = request({ id: orders[0]?.id });
  await provider.openCheckout(again);
  expect(await provider.onChain.paymentOf(again.id)).toMatchObject({ address: orders[0]?.address });
});

it('reports a fact until it was applied, and then never again', async () => {
  const { chain, provider, restart, open } = await openCryptoFixture(db);
  const first = await open();
  const second = await open();
  await chain.sendUsdc(first.address, 5n * USDC);
  await chain.sendUsdc(second.address, 5n * USDC);
  await chain.mine(3);
  const crash = new Error('The process was killed');
  await expect(
    provider.poll(([fact]) =>
      fact?.kind === 'captured' && fact.checkoutId === first.id ? Promise.reject(crash) : Promise.resolve(),
    ),
  ).rejects.toThrow(crash);
  const reported: ProviderFact[] = [];
  const next = restart();
  await next.poll(async (some) => void reported.push(...some));
  await next.poll(async (some) => void reported.push(...some));
  expect(reported).toMatchObject([{ kind: 'captured', checkoutId: first.id }]);
});

it('offers USDC alone while the price of ETH is old, and ETH alone in another currency', async () => {
  const { chain, clock, provider, open } = await openCryptoFixture(db);
  clock.now += 2 * HOUR_MS;
  const inDollars = await open();
  expect((await provider.onChain.paymentOf(inDollars.id))?.options).toMatchObject([{ token: 'USDC' }]);
  await chain.setPrice({ dollars: 2000, updatedAt: new Date(clock.now), pair: 'ETH / EUR' });
  const inEuros = await open({ currency: 'EUR' });
  expect((await provider.onChain.paymentOf(inEuros.id))?.options).toMatchObject([
    { token: 'ETH', amount: '0.0025' },
  ]);
});

it.each([
  { dollars: 0, seconds: 0 },
  { dollars: 2500, seconds: -4600 },
  { dollars: 2500, seconds: 600 },
  { dollars: 2500, seconds: 0, pair: 'BTC / USD' },
])(
  'opens no order in ETH at a price of $dollars with an age of $seconds s for $pair',
  async ({ dollars, seconds, pair }) => {
    const { chain, clock, provider, request } = await openCryptoFixture(db, { usdc: null });
    await chain.setPrice({ dollars, updatedAt: new Date(clock.now + seconds * 1000), ...(pair && { pair }) });
    await expect(provider.openCheckout(request())).rejects.toMatchObject({ code: 'provider_unavailable' });
  },
);

it('refuses subscriptions, and creators without an extended public key', async () => {
  const { provider, request } = await openCryptoFixture(db);
  const { recipient } = request();
  await expect(provider.openCheckout(request({ purpose: 'subscription' }))).rejects.toMatchObject({
    code: 'provider_refused',
  });
  await expect(
    provider.openCheckout(request({ recipient: { ...recipient, account: null } })),
  ).rejects.toMatchObject({ code: 'provider_refused' });
});

it('works only with an RPC server of the configured chain and with the real USDC', async () => {
  const { rpc, chain, restart, request } = await openCryptoFixture(db);
  await expect(restart({ usdc: chain.priceFeed }).openCheckout(request())).rejects.toThrow();
  rpc.answers.set('eth_chainId', '0x1');
  await expect(restart().testConnection()).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/^The RPC server is on chain 1, not on chain/) },
  });
});
