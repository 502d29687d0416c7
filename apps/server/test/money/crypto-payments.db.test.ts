import { getAddress } from 'viem';
import { afterAll, expect, it } from 'vitest';
import type { Notify } from '#platform/notifications/index.ts';
import { createMoneyAdmin } from '../../src/features/payments/admin/money-admin.service.ts';
import { startAnvil } from '../support/crypto/anvil.ts';
import { newExtendedKey } from '../support/crypto/crypto-fixture.ts';
import { inEnglish } from '../support/in-english.ts';
import { createMoneyUserData } from '../support/payments/money-user-data.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';
import { createUsersFixture } from '../support/users-fixture.ts';

const USDC = 10n ** 6n;
/** The age up to which an earlier reading of the chain is reused. */
const SCAN_AGE_MS = 3000;

const fixture = await createPaymentsFixture();
const { db, people, queue, notified, donation, rows, expectBalanced } = fixture;
const chain = await startAnvil();
afterAll(() => chain[Symbol.asyncDispose]());
await chain.mine(10);
const payments = fixture.start({
  variables: {
    CRYPTO_RPC_URL: chain.url,
    CRYPTO_CHAIN_ID: '31337',
    CRYPTO_USDC_CONTRACT: chain.usdc,
    CRYPTO_CONFIRMATIONS: '3',
  },
});
const { crypto, cryptoAccounts, checkouts } = payments;
const notifications = {
  notify: async (_tx: unknown, notification: Notify) => void notified.push(inEnglish(notification)),
};
const holder = { userId: null, hasCookie: true };

/** Creates a creator with an account, and a donation of 5 dollars to open. */
async function openDonation() {
  const creator = await people.streamer();
  const key = newExtendedKey();
  const [first = ''] = await cryptoAccounts.addressesOf(key);
  await cryptoAccounts.link(creator, key, first);
  const opened = await payments.donate(donation(creator, { method: 'crypto', amount: 500 }));
  const { address } = await crypto.page(opened.id, holder);
  return { ...opened, creator, address: getAddress(address) };
}

async function openPaid() {
  const opened = await openDonation();
  await chain.mine();
  await chain.sendUsdc(opened.address, 5n * USDC);
  await chain.mine(4);
  await poll();
  const [charge] = (await rows('charges')).filter((row) => row.checkout_id === opened.id);
  return { ...opened, chargeId: String(charge?.id) };
}

async function poll() {
  fixture.advance(SCAN_AGE_MS);
  await queue.runRepeated();
}

const requestRefund = (chargeId: string, amountCents: number) =>
  db.transact((tx) =>
    payments.refunds.request(tx, {
      id: globalThis.crypto.randomUUID(),
      chargeId,
      amountCents,
      reason: 'The event was canceled.',
      requestedBy: null,
    }),
  );
const refundsOf = async (chargeId: string) =>
  (await rows('refunds')).filter((row) => row.charge_id === chargeId);

const balanceOf = async (creator: string) =>
  Object.fromEntries(
    (await rows('ledger_accounts'))
      .filter((row) => row.owner_id === creator)
      .map((row) => [row.kind, row.balance]),
  );
const donationsTo = async (creator: string) =>
  (await rows('donations')).filter((row) => row.recipient_id === creator);

it('books a donation that arrived on the chain, and takes the fee from the balance of the creator', async () => {
  const { id, redirectUrl, creator, address } = await openDonation();
  expect(redirectUrl).toBe(`https://live.example.org/pay/crypto/${id}`);
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  fixture.advance(SCAN_AGE_MS);
  expect((await checkouts.state(id, holder)).status).toBe('paid');
  expect(await donationsTo(creator)).toMatchObject([
    { amount: 500, platform_fee: 50, net_amount: 450, payment_provider: 'crypto', status: 'completed' },
  ]);
  expect(await balanceOf(creator)).toMatchObject({ creator_received: 500, creator_available: -50 });
  await expectBalanced();
});

it('tells the payer how much has arrived, if that is more than requested', async () => {
  const { id, address } = await openDonation();
  expect(await checkouts.state(id, holder)).toMatchObject({ status: 'open', amount: 500 });
  await chain.sendUsdc(address, 6n * USDC);
  await chain.mine(3);
  fixture.advance(SCAN_AGE_MS);
  expect(await checkouts.state(id, holder)).toMatchObject({ status: 'paid', amount: 600 });
});

it('takes a donation back when a reorganization removes its payment, and books it again when it returns', async () => {
  const { id, creator, address } = await openPaid();
  expect(await balanceOf(creator)).toMatchObject({ creator_received: 500 });
  await chain.reorganize(6);
  await poll();
  expect((await rows('charges')).filter((row) => row.checkout_id === id)).toMatchObject([
    { status: 'reversed' },
  ]);
  expect(await balanceOf(creator)).toMatchObject({ creator_received: 0, creator_available: 0 });
  await expectBalanced();
  await chain.sendUsdc(address, 5n * USDC);
  await chain.mine(3);
  await poll();
  expect((await rows('charges')).filter((row) => row.checkout_id === id)).toMatchObject([
    { status: 'reversed' },
    { status: 'captured' },
  ]);
  expect(await balanceOf(creator)).toMatchObject({ creator_received: 500, creator_available: -50 });
  await expectBalanced();
});

it('shows a payment only to the payer who opened it, with the way back', async () => {
  const { id, creator } = await openDonation();
  expect(await crypto.page(id, holder)).toMatchObject({
    state: 'waiting',
    expiresInMs: 30 * 60_000,
    returnPath: expect.stringMatching(new RegExp(`^/.+[?&]checkout=${id}$`)),
  });
  await expect(crypto.page(id, { userId: creator, hasCookie: false })).rejects.toMatchObject({
    code: 'checkout_not_found',
  });
});

it('books a refund that the creator has sent, and refuses one for another creator’s charge', async () => {
  const { creator, chargeId, address } = await openPaid();
  const stranger = await people.streamer();
  await chain.unlock(address);
  const hash = await chain.sendUsdc(chain.payers[0], 2n * USDC, address);
  await chain.mine(3);
  await expect(crypto.recordRefund(stranger, chargeId, hash)).rejects.toMatchObject({
    code: 'charge_not_found',
  });
  expect(await crypto.recordRefund(creator, chargeId, hash)).toBe(200);
  expect(await balanceOf(creator)).toMatchObject({ creator_received: 300, creator_available: -30 });
  await expectBalanced();
});

it('books a refund from another address only after an admin confirms it, with the reason in the audit log', async () => {
  const { creator, chargeId } = await openPaid();
  const by = { userId: await people.person(), requestId: 'r', addressHash: null };
  const hash = await chain.sendUsdc(chain.payers[0], 2n * USDC, chain.payers[1]);
  await chain.mine(3);
  await expect(crypto.recordRefund(creator, chargeId, hash)).rejects.toThrow('ask an admin');
  expect(await crypto.confirmRefund(by, chargeId, hash, 'Sent from an exchange')).toBe(200);
  expect(await balanceOf(creator)).toMatchObject({ creator_received: 300, creator_available: -30 });
  expect(await rows('audit_log')).toMatchObject([
    {
      actor_id: by.userId,
      action: 'charge.crypto_refund_confirmed',
      subject_id: chargeId,
      details: { reason: 'Sent from an exchange', after: { transactionHash: hash, refunded: 200 } },
    },
  ]);
  await expectBalanced();
});

it('leaves a refund to the creator, with instructions, until the transaction is recorded', async () => {
  const { creator, chargeId, address } = await openPaid();
  await chain.unlock(address);
  notified.length = 0;
  await requestRefund(chargeId, 500);
  expect(await queue.runAll()).toEqual([]);
  expect(notified).toMatchObject([
    {
      userId: creator,
      title: 'Send a refund of $5.00',
      message: `The event was canceled. Send it from your wallet to ${getAddress(chain.payers[0])}, then enter the transaction’s hash here.`,
    },
  ]);
  fixture.advance(86_400_000);
  await payments.sendDueRefunds();
  const { items } = await crypto.refundsToSend(creator, undefined);
  expect(items).toMatchObject([
    {
      chargeId,
      amount: 500,
      purpose: 'donation',
      reason: 'The event was canceled.',
      onChain: { addresses: [getAddress(chain.payers[0])], options: [{ token: 'USDC', amount: '5' }] },
    },
  ]);
  expect((await crypto.refundsToSend(await people.streamer(), undefined)).items).toEqual([]);
  for (const [units, left] of [
    [2n, [300]],
    [3n, []],
  ] as const) {
    const hash = await chain.sendUsdc(chain.payers[0], units * USDC, address);
    await chain.mine(3);
    await crypto.recordRefund(creator, chargeId, hash);
    const toSend = await crypto.refundsToSend(creator, undefined);
    expect(toSend.items.map(({ amount }) => amount)).toEqual(left);
    await expectBalanced();
  }
  expect((await rows('charges')).find(({ id }) => id === chargeId)).toMatchObject({ status: 'refunded' });
});

it('requests no refund of a payment that a reorganization removed', async () => {
  const { creator, chargeId } = await openPaid();
  await requestRefund(chargeId, 500);
  await queue.runAll();
  await chain.reorganize(6);
  await poll();
  expect((await crypto.refundsToSend(creator, undefined)).items).toEqual([]);
  expect(await refundsOf(chargeId)).toMatchObject([{ status: 'failed' }]);
  await expectBalanced();
});

it('closes the checkout with a reason when the creator has no account', async () => {
  const creator = await people.streamer();
  const body = donation(creator, { method: 'crypto', amount: 500 });
  await expect(payments.donate(body)).rejects.toThrow('This creator has not set up crypto payments.');
  expect((await rows('checkouts')).at(-1)).toMatchObject({ status: 'failed', provider: 'crypto' });
});

it('connects an account only after its first address was compared, and notifies its owner at once', async () => {
  const creator = await people.streamer();
  const key = newExtendedKey();
  await expect(cryptoAccounts.link(creator, key, chain.payers[0])).rejects.toMatchObject({
    code: 'crypto_address_differs',
  });
  await expect(cryptoAccounts.addressesOf('xprv123')).rejects.toMatchObject({
    errors: [{ pointer: '/extendedPublicKey' }],
  });
  expect(await cryptoAccounts.of(creator)).toEqual({ isAvailable: true, addresses: null });
  const addresses = await cryptoAccounts.addressesOf(key);
  notified.length = 0;
  for (const _ of ['once', 'again']) await cryptoAccounts.link(creator, ` ${key}\n`, String(addresses[0]));
  expect(await cryptoAccounts.of(creator)).toEqual({ isAvailable: true, addresses });
  const other = await people.streamer();
  await expect(cryptoAccounts.link(other, key, String(addresses[0]))).rejects.toMatchObject({
    code: 'crypto_account_taken',
  });
  for (const _ of ['once', 'again']) await cryptoAccounts.unlink(creator);
  expect(await cryptoAccounts.of(creator)).toEqual({ isAvailable: true, addresses: null });
  expect(notified).toMatchObject([
    {
      userId: creator,
      title: 'A wallet was connected for crypto payments',
      message: expect.stringContaining(String(addresses[0])),
    },
    { userId: creator, title: 'Your wallet was disconnected from crypto payments' },
  ]);
  expect(await queue.waiting('money.mail-payout-notice')).toHaveLength(2);
});

it('offers no crypto payments if no chain is configured', async () => {
  const without = fixture.start();
  const creator = await people.streamer();
  expect(await without.cryptoAccounts.of(creator)).toEqual({ isAvailable: false, addresses: null });
  await expect(without.cryptoAccounts.addressesOf(newExtendedKey())).rejects.toMatchObject({
    code: 'crypto_not_available',
  });
});

it('shows the creator payments that were not credited, such as late ETH without a price feed', async () => {
  const { id, creator, address } = await openDonation();
  await checkouts.cancel(id, holder);
  // The price feed was removed after the checkout was opened, which accepted ETH.
  await db.pool.query('update crypto_orders set ether_units = $2 where id = $1', [id, 2n * 10n ** 15n]);
  expect(await crypto.uncredited(creator)).toEqual([]);
  await chain.sendEther(address, 2n * 10n ** 15n);
  await chain.mine(4);
  fixture.advance(3_600_000);
  await queue.runRepeated();
  expect(await checkouts.state(id, holder)).toMatchObject({ status: 'canceled' });
  expect(await crypto.uncredited(creator)).toMatchObject([
    { id, purpose: 'donation', address, received: [{ token: 'ETH', amount: '0.002' }] },
  ]);
  expect(await crypto.uncredited(await people.streamer())).toEqual([]);
});

it('notifies admins of refunds that a deleted creator has not sent, and lets them close those with a reason', async () => {
  const { creator, chargeId } = await openPaid();
  const payer = await people.person();
  await db.pool.query('update charges set payer_id = $1 where id = $2', [payer, chargeId]);
  // An earlier test has started the payments again, without the chain.
  queue.register(payments.jobs);
  await requestRefund(chargeId, 500);
  await queue.runAll();
  const [refund] = await refundsOf(chargeId);
  const id = String(refund?.id);
  const users = createUsersFixture(db);
  const admin = createMoneyAdmin({ ...users, ...queue, db, payments, notifications, now: fixture.now });
  const by = { userId: payer, requestId: 'r', addressHash: null };
  const close = () => admin.refunds.close(by, id, 'The creator is gone.');
  await expect(close()).rejects.toMatchObject({ code: 'refund_not_abandoned' });

  const images = { release: async () => {}, discard: async () => {} };
  const userData = createMoneyUserData({ db, images, jobs: queue.jobs, now: fixture.now });
  await db.transact(async (tx) => {
    await userData.onDelete(tx, creator, () => {});
    await tx.deleteFrom('profiles').where('id', '=', creator).execute();
  });
  expect(await queue.waiting('money.notify-admins')).toMatchObject([
    { data: { kind: 'refund_abandoned', chargeId } },
  ]);
  notified.length = 0;
  await close();
  expect(await refundsOf(chargeId)).toMatchObject([{ status: 'failed', last_error: 'The creator is gone.' }]);
  expect(notified).toMatchObject([{ userId: payer, message: 'The creator is gone.' }]);
  expect((await rows('audit_log')).at(-1)).toMatchObject({ action: 'refund.closed', subject_id: chargeId });
  await expect(close()).rejects.toMatchObject({ code: 'refund_not_abandoned' });
  await expectBalanced();
});
