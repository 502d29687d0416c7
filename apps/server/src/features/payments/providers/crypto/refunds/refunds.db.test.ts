import { expect, it } from 'vitest';
import { newExtendedKey, openCryptoFixture } from '../../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../../test/support/database.ts';
import { DAY_MS } from '../../../../../platform/durations.ts';
import type { OnChainRefund } from '../../provider.ts';
import { readExtendedKey } from '../chain/extended-key.ts';

const db = await createTestDatabase();

const USDC = 10n ** 6n;
const ETHER = 10n ** 18n;

/** Opens a paid donation, whose address and the wallet's first one can send USDC. */
async function openPaid() {
  const fixture = await openCryptoFixture(db);
  const { chain, open, facts, account, provider } = fixture;
  const { id: paymentId, address } = await open();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  await facts(paymentId);
  const wallet = readExtendedKey(account).addressAt(0);
  for (const own of [address, wallet]) await chain.unlock(own);
  await chain.sendUsdc(wallet, 20n * USDC, chain.payers[1]);
  await chain.mine();
  const record = (transactionHash: string, more: Partial<OnChainRefund> = {}) =>
    provider.onChain.recordRefund({
      paymentId,
      transactionHash,
      account,
      isConfirmedByAdmin: false,
      ...more,
    });
  return { ...fixture, paymentId, address, wallet, record };
}

const fail = (): never => {
  throw new Error('No order was opened.');
};

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'provider_refused', message: expect.stringMatching(message) });

it('sends no refund, since it has no key, and says that the creator can', async () => {
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

it('counts transactions from the creator to the payer as refunds, up to the paid amount', async () => {
  const { chain, provider, paymentId, address, wallet, record, facts, clock } = await openPaid();
  const part = await chain.sendUsdc(chain.payers[0], 2n * USDC, address);
  const rest = await chain.sendUsdc(chain.payers[0], 9n * USDC, wallet);
  await chain.mine(3);
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

it('counts a refund from an address that received another payment to the same wallet', async () => {
  const { chain, open, record } = await openPaid();
  const later = await Promise.all(Array.from({ length: 21 }, () => open()));
  const address = later.at(-1)?.address ?? fail();
  await chain.unlock(address);
  await chain.sendUsdc(address, 5n * USDC, chain.payers[1]);
  await chain.mine();
  const hash = await chain.sendUsdc(chain.payers[0], 5n * USDC, address);
  await chain.mine(3);
  expect(await record(hash)).toMatchObject([{ amountCents: 500 }]);
});

it('refuses a transaction to the payer from elsewhere, and counts it when an admin confirms it', async () => {
  const { chain, record } = await openPaid();
  const hash = await chain.sendUsdc(chain.payers[0], 2n * USDC, chain.payers[1]);
  await chain.mine(3);
  await expect(record(hash)).rejects.toEqual(
    refused(/^This transaction comes from 0x\w+, which is not in the wallet .* or ask an admin/),
  );
  expect(await record(hash, { isConfirmedByAdmin: true })).toMatchObject([{ amountCents: 200 }]);
});

it('counts the refund of a payment through a contract, whose payer is unknown, once an admin confirms it', async () => {
  const { chain, open, facts, account, provider } = await openCryptoFixture(db);
  const { id: paymentId, address } = await open();
  await chain.forwardEther(address, ETHER / 500n);
  await chain.mine(4);
  await facts(paymentId);
  await chain.unlock(address);
  const transactionHash = await chain.sendEther(chain.payers[1], ETHER / 1000n, address);
  await chain.mine(3);
  const refund = { paymentId, transactionHash, account, isConfirmedByAdmin: false };
  await expect(provider.onChain.recordRefund(refund)).rejects.toEqual(
    refused(/through a contract.*Ask an admin/),
  );
  expect(await provider.onChain.recordRefund({ ...refund, isConfirmedByAdmin: true })).toMatchObject([
    { kind: 'refund', amountCents: 250 },
  ]);
});

it('counts no transaction of an account other than the one that was paid', async () => {
  const { chain, record, address } = await openPaid();
  const other = newExtendedKey();
  const foreign = readExtendedKey(other).addressAt(0);
  await chain.unlock(foreign);
  await chain.sendUsdc(foreign, 5n * USDC, chain.payers[1]);
  const fromForeign = await chain.sendUsdc(chain.payers[0], 5n * USDC, foreign);
  const fromOwn = await chain.sendUsdc(chain.payers[0], 5n * USDC, address);
  await chain.mine(3);
  await expect(record(fromForeign, { account: other })).rejects.toEqual(refused(/not in the wallet/));
  expect(await record(fromOwn, { account: null })).toMatchObject([{ amountCents: 500 }]);
});

it('refuses a payment to the payer that is older than the payment, even when an admin confirms it', async () => {
  const fixture = await openCryptoFixture(db);
  const { chain, open, facts, account, provider } = fixture;
  const wallet = readExtendedKey(account).addressAt(0);
  await chain.unlock(wallet);
  await chain.sendUsdc(wallet, 5n * USDC);
  const earlier = await chain.sendUsdc(chain.payers[1], 5n * USDC, wallet);
  const { id: paymentId, address } = await open();
  await chain.sendUsdc(address, 5n * USDC, chain.payers[1]);
  await chain.mine(3);
  await facts(paymentId);
  for (const isConfirmedByAdmin of [false, true]) {
    const refund = { paymentId, transactionHash: earlier, account, isConfirmedByAdmin };
    await expect(provider.onChain.recordRefund(refund)).rejects.toEqual(refused(/older than the payment/));
  }
});

it('refuses a refund that does not pay the payer, failed, is too new, unknown or already used', async () => {
  const { chain, open, facts, wallet, record } = await openPaid();
  const other = await open();
  await chain.sendUsdc(other.address, 5n * USDC);
  const elsewhere = await chain.sendUsdc(chain.payers[1], 5n * USDC, wallet);
  const good = await chain.sendUsdc(chain.payers[0], USDC, wallet);
  await chain.mine(3);
  await facts(other.id);
  const fresh = await chain.sendUsdc(chain.payers[0], USDC, wallet);
  await chain.mine();
  await expect(record(elsewhere)).rejects.toEqual(refused(/pays nothing to 0x/));
  await expect(record(fresh)).rejects.toEqual(refused(/needs 2 more confirmations/));
  await expect(record(`0x${'0'.repeat(64)}`)).rejects.toEqual(refused(/no such transaction/));
  await expect(record('0x123')).rejects.toEqual(refused(/^Enter the hash/));
  await record(good);
  await expect(record(good, { paymentId: other.id })).rejects.toEqual(refused(/already recorded/));
});

it('refunds a payment in ETH by a transaction in ETH', async () => {
  const { chain, provider, open, facts, account } = await openCryptoFixture(db);
  const { id: paymentId, address } = await open();
  await chain.sendEther(address, ETHER / 500n, chain.payers[1]);
  await chain.mine(3);
  await facts(paymentId);
  await chain.unlock(address);
  const transactionHash = await chain.sendEther(chain.payers[1], ETHER / 1000n, address);
  await chain.mine(3);
  const refund = { paymentId, transactionHash, account, isConfirmedByAdmin: false };
  expect(await provider.onChain.recordRefund(refund)).toMatchObject([{ amountCents: 250 }]);
});
