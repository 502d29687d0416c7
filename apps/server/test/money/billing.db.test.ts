import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { changeSettings } from '#platform/settings/index.ts';
import { recordCharge } from '../../src/features/payments/charges/charges.service.ts';
import { requestRefund } from '../../src/features/payments/charges/refunds.service.ts';
import { createBilling } from '../../src/features/payouts/billing/billing.service.ts';
import { createIssuer } from '../../src/features/payouts/billing/receipt-issuer.ts';
import { createMoneyFixture, newCharge } from '../support/money-fixture.ts';

const { db, users, account, channels, charge } = await createMoneyFixture();
const billing = createBilling({ db, users, channels, issuer: createIssuer(db, () => 'Reef') });

it('lists the payments of a person, newest first and by kind, and no payments of others', async () => {
  const [ada, fan, other] = [await account('streamer'), await account(), await account()];
  const donation = await charge(ada.id, { payerId: fan.id });
  const ticket = await charge(ada.id, { payerId: fan.id, purpose: 'ticket', availableAt: null });
  await charge(ada.id, { payerId: other.id });
  const { items } = await billing.list(fan.id, {}, undefined);
  expect(items).toMatchObject([
    { id: ticket.id, purpose: 'ticket', amount: 1000, creator: { username: ada.username } },
    { id: donation.id, purpose: 'donation' },
  ]);
  expect((await billing.list(fan.id, { purpose: 'donation' }, undefined)).items).toMatchObject([
    { id: donation.id },
  ]);
});

it('issues a receipt with refunds to the payer only, in the name that the admin has entered', async () => {
  const [ada, fan] = [await account('streamer'), await account()];
  const { id } = await charge(ada.id, { payerId: fan.id });
  expect((await billing.receipt(fan.id, id)).issuer).toBe('Reef');
  await db.transact((tx) => changeSettings(tx, { receiptIssuer: 'Reef Ltd\n1 Shore Road' }));
  const refund = { chargeId: id, amountCents: 400, reason: 'Sent twice', requestedBy: null };
  await db.transact((tx) => requestRefund(tx, { id: uuidv7(), ...refund, at: new Date() }));
  expect(await billing.receipt(fan.id, id)).toMatchObject({
    issuer: 'Reef Ltd\n1 Shore Road',
    amount: 1000,
    refundedAmount: 400,
    status: 'partially_refunded',
    payer: { email: expect.stringContaining('@') },
    refunds: [{ amount: 400, status: 'pending', reason: 'Sent twice' }],
  });
  await expect(billing.receipt(ada.id, id)).rejects.toMatchObject({ code: 'payment_not_found' });
});

it('numbers receipts by year without gaps, even if payments are rolled back or booked at the same time', async () => {
  const [ada, fan] = [await account('streamer'), await account()];
  const pay = (at: string, isCrash = false) =>
    db.transact(async (tx) => {
      await recordCharge(tx, newCharge(ada.id, { payerId: fan.id, capturedAt: new Date(at) }));
      if (isCrash) throw new Error('crash');
    });
  await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) => pay('2031-06-01T00:00:00Z', index % 3 === 1)),
  );
  await expect(pay('2032-01-01T00:00:00Z', true)).rejects.toThrow('crash');
  await pay('2032-01-01T00:00:00Z');
  const { items } = await billing.list(fan.id, {}, undefined);
  expect(items.map(({ receiptNumber }) => receiptNumber).toSorted()).toEqual([
    '2031-00001',
    '2031-00002',
    '2031-00003',
    '2031-00004',
    '2031-00005',
    '2031-00006',
    '2032-00001',
  ]);
});
