import { expect, it } from 'vitest';
import { openCryptoFixture } from '../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../test/support/database.ts';

const db = await createTestDatabase();

const USDC = 10n ** 6n;
const ETHER = 10n ** 18n;
const DAY_MS = 86_400_000;

async function openPaid() {
  const fixture = await openCryptoFixture(db);
  const { chain, open, facts } = fixture;
  const { id, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  await facts(id);
  return { ...fixture, paymentId: id };
}

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'provider_refused', message: expect.stringMatching(message) });

it('sends no refund, since it has no key, and says who can', async () => {
  const { provider, paymentId } = await openPaid();
  const request = {
    id: 'r',
    paymentId,
    amountCents: 100,
    feeCents: 10,
    currency: 'USD',
    heldBy: 'creator_gross',
  } as const;
  await expect(provider.refund(request)).rejects.toEqual(refused(/^Only the creator/));
});

it('counts transactions to the payer as refunds, whoever sent them, up to what was paid', async () => {
  const { chain, provider, paymentId, facts, clock } = await openPaid();
  const part = await chain.sendUsdc(chain.payers[0], 2n * USDC, chain.payers[1]);
  const rest = await chain.sendUsdc(chain.payers[0], 9n * USDC, chain.payers[1]);
  await chain.mine(3);
  const record = (transactionHash: string) => provider.onChain.recordRefund({ paymentId, transactionHash });
  expect(await record(part)).toMatchObject([
    { kind: 'refund', paymentId, refundId: part, requestId: null, amountCents: 200, status: 'succeeded' },
  ]);
  expect(await record(part)).toMatchObject([{ amountCents: 200 }]);
  expect(await record(rest)).toMatchObject([{ amountCents: 300 }]);
  expect((await facts(paymentId)).map(({ kind }) => kind)).toEqual(['captured', 'refund', 'refund']);
  const listed = provider.listPayments(new Date(clock.now - DAY_MS), new Date(clock.now + DAY_MS));
  const refunded: Record<string, number> = {};
  for await (const payment of listed) refunded[payment.paymentId] = payment.refundedCents;
  expect(refunded).toEqual({ [paymentId]: 500 });
});

it('refuses a refund that does not pay the payer, failed, is too new, unknown or already used', async () => {
  const { chain, provider, paymentId, open, facts } = await openPaid();
  const other = await open();
  await chain.sendUsdc(other.address, 5n * USDC);
  const elsewhere = await chain.sendUsdc(chain.payers[1], 5n * USDC);
  const good = await chain.sendUsdc(chain.payers[0], USDC, chain.payers[1]);
  await chain.mine(3);
  await facts(other.id);
  const fresh = await chain.sendUsdc(chain.payers[0], USDC, chain.payers[1]);
  await chain.mine();
  const record = (transactionHash: string) => provider.onChain.recordRefund({ paymentId, transactionHash });
  await expect(record(elsewhere)).rejects.toEqual(refused(/pays nothing to 0x/));
  await expect(record(fresh)).rejects.toEqual(refused(/needs 2 more confirmations/));
  await expect(record(`0x${'0'.repeat(64)}`)).rejects.toEqual(refused(/no such transaction/));
  await expect(record('0x123')).rejects.toEqual(refused(/^Enter the hash/));
  await record(good);
  await expect(provider.onChain.recordRefund({ paymentId: other.id, transactionHash: good })).rejects.toEqual(
    refused(/already recorded/),
  );
});

it('refunds a payment in ETH by a transaction in ETH', async () => {
  const { chain, provider, open, facts } = await openCryptoFixture(db);
  const { id, address } = await open();
  await chain.sendEther(address, ETHER / 500n, chain.payers[1]);
  await chain.mine(3);
  await facts(id);
  const hash = await chain.sendEther(chain.payers[1], ETHER / 1000n);
  await chain.mine(3);
  expect(await provider.onChain.recordRefund({ paymentId: id, transactionHash: hash })).toMatchObject([
    { amountCents: 250 },
  ]);
});
