import type { ChargeFilter } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { newCharge } from '../../../../test/support/money-fixture.ts';
import { createPaymentsFixture } from '../../../../test/support/payments/payments-fixture.ts';
import { createUsersFixture } from '../../../../test/support/users-fixture.ts';
import { recordCharges } from '../charges/charges.service.ts';
import { createMoneyAdmin } from './money-admin.service.ts';

const fixture = await createPaymentsFixture();
const { db, people, rows, donation, expectBalanced } = fixture;
const payments = fixture.start();
const admin = createMoneyAdmin({
  ...createUsersFixture(db),
  ...fixture.queue,
  db,
  payments,
  notifications: { notify: async () => undefined },
  now: fixture.now,
});
const by = { userId: await people.person(), requestId: 'r', addressHash: null };

/** A donation of 15.00, paid and settled. */
async function paid(more: Parameters<typeof donation>[1] = {}) {
  const [creator, payer] = [await people.streamer(), await people.person()];
  const { id: checkoutId } = await payments.donate(donation(creator, more), payer);
  await payments.approve(checkoutId);
  await payments.settle();
  const [charge] = (await rows('charges')).filter((row) => row.checkout_id === checkoutId);
  return { creator, payer, checkoutId, id: String(charge?.id), paymentId: String(charge?.payment_id) };
}

const found = async (filter: Partial<ChargeFilter>) =>
  (await admin.charges.list(filter)).items.map(({ id }) => id);
const profileOf = async (id: UserId) =>
  (
    await db.pool.query<{ username: string; email: string }>(
      'select username, email from profiles where id = $1',
      [id],
    )
  ).rows[0] ?? expect.fail();
const logged = async (action: string, subject: string) =>
  (await rows('audit_log')).filter((row) => row.action === action && row.subject_id === subject);
const refund = (id: string, amount: number, refundId = crypto.randomUUID()) =>
  admin.refunds.request(by, id, { id: refundId, amount, reason: 'The payer asked for it.' });

describe('the search for charges', () => {
  it('finds a charge by its people, its amount and every id that a provider or a payer may name', async () => {
    const { creator, payer, checkoutId, id, paymentId } = await paid({ amount: 1234 });
    await paid();
    await refund(id, 100);
    await payments.settle();
    const disputeId = await payments.sandbox.backOffice.openDispute(paymentId);
    await payments.settle();
    const [{ provider_refund_id: refundId } = expect.fail()] = (await rows('refunds')).filter(
      (row) => row.charge_id === id,
    );
    const [from, to] = [await profileOf(payer), await profileOf(creator)];
    const words = [from.username, `@${to.username}`, from.email, to.email.toUpperCase(), '12.34', '12,34'];
    const ids = [id, checkoutId, paymentId, disputeId, String(refundId), await payments.pageOf(checkoutId)];
    for (const q of [...words, ...ids]) expect(await found({ q }), q).toEqual([id]);
    expect(await found({ q: 'nobody' })).toEqual([]);
    expect(await found({ q: '12.35' })).toEqual([]);
  });

  it('names no payer of an anonymous donation, does not find it by the payer, and finds it by its payment', async () => {
    const { payer, id, paymentId } = await paid({ isAnonymous: true });
    expect(await found({ q: (await profileOf(payer)).email })).toEqual([]);
    const [charge] = (await admin.charges.list({ q: paymentId })).items;
    expect(charge).toMatchObject({ id, payer: null, isAnonymous: true });
    expect(JSON.stringify(await admin.detailsOf(id))).not.toContain(payer);
  });

  it('narrows by status, purpose and the days of booking, in pages', async () => {
    const { creator } = await paid();
    const q = (await profileOf(creator)).username;
    const more = Array.from({ length: 27 }, () => newCharge(creator, { provider: 'sandbox' }));
    await db.transact((tx) => recordCharges(tx, more));
    const first = await admin.charges.list({ q });
    const second = await admin.charges.list({ q, cursor: first.next ?? expect.fail() });
    expect([first.items.length, second.items.length, second.next]).toEqual([25, 3, null]);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const [newest = expect.fail()] = ids;
    await refund(newest, 1000);
    expect(await found({ q, status: 'refunded' })).toEqual([newest]);
    expect(await found({ q, status: 'captured', purpose: 'ticket' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found({ q, since: today, until: today, status: 'refunded' })).toEqual([newest]);
    expect(await found({ q, until: '2026-01-01' })).toEqual([]);
  });
});

describe('a charge', () => {
  it('shows its refunds and every step of the ledger, each of which sums to zero', async () => {
    const { id } = await paid();
    await refund(id, 500);
    await payments.settle();
    const details = await admin.detailsOf(id);
    expect(details).toMatchObject({
      amount: 1500,
      platformFee: 150,
      takenBack: 500,
      returnedFee: 50,
      status: 'partially_refunded',
      description: expect.stringMatching(/^Donation to /),
      refunds: [{ amount: 500, status: 'succeeded', requestedBy: { id: by.userId } }],
    });
    expect(details.steps.map(({ kind }) => kind)).toEqual([
      'charge_captured',
      'refund_requested',
      'refund_succeeded',
    ]);
    for (const { kind, entries } of details.steps)
      expect(
        entries.reduce((sum, { amount }) => sum + amount, 0),
        kind,
      ).toBe(0);
    await expect(admin.detailsOf(crypto.randomUUID())).rejects.toMatchObject({ code: 'charge_not_found' });
  });

  it('refunds once however often the request is repeated, and records it once in the audit log', async () => {
    const { id } = await paid();
    const refundId = crypto.randomUUID();
    await Promise.all(
      [refund(id, 700, refundId), refund(id, 700, refundId)].map((one) => one.catch(() => null)),
    );
    await refund(id, 700, refundId);
    await payments.settle();
    expect(await admin.detailsOf(id)).toMatchObject({ takenBack: 700 });
    expect(await logged('charge.refunded', id)).toMatchObject([
      { actor_id: by.userId, details: { reason: 'The payer asked for it.', after: { amountCents: 700 } } },
    ]);
    expect(
      (await admin.refunds.list({ status: 'succeeded' })).items.map(({ chargeId }) => chargeId),
    ).toContain(id);
    await expectBalanced();
  });

  it('refuses a refund beyond what is left, and names the field in the problem', async () => {
    const { id } = await paid();
    await refund(id, 1000);
    await expect(refund(id, 501)).rejects.toMatchObject({
      code: 'refund_too_large',
      message:
        'A refund of $5.01 exceeds what is left of the charge: $15.00 was captured, and $10.00 refunded or disputed.',
      errors: [{ pointer: '/amount', detail: 'Enter at most $5.00.' }],
    });
    await payments.settle();
  });
});

describe('a dispute', () => {
  it('lists a dispute with its due date, takes evidence while it is open, and says how it ended', async () => {
    const { id, paymentId } = await paid();
    const disputeId = await payments.sandbox.backOffice.openDispute(paymentId);
    await payments.settle();
    const [dispute = expect.fail()] = (await admin.disputes.list({ status: 'open' })).items;
    expect(dispute).toMatchObject({
      chargeId: id,
      disputeId,
      amount: 1500,
      takesEvidence: true,
      evidence: null,
    });
    expect(dispute.evidenceDueAt).not.toBeNull();
    await admin.disputes.submitEvidence(by, dispute.id, 'They watched the stream to its end.');
    const [{ state } = expect.fail()] = (await rows('sandbox_objects')).filter((row) => row.id === disputeId);
    expect(state).toMatchObject({ evidence: 'They watched the stream to its end.' });
    expect(await logged('dispute.evidence_submitted', dispute.id)).toHaveLength(1);
    await payments.sandbox.backOffice.settleDispute(disputeId, 'lost');
    await payments.settle();
    expect((await admin.detailsOf(id)).disputes).toMatchObject([
      { status: 'lost', evidence: 'They watched the stream to its end.' },
    ]);
    await expect(admin.disputes.submitEvidence(by, dispute.id, 'More.')).rejects.toMatchObject({
      code: 'dispute_decided',
    });
    await expectBalanced();
  });

  it('keeps no evidence of a dispute that the provider did not take', async () => {
    const { id, paymentId } = await paid();
    await payments.sandbox.backOffice.openDispute(paymentId);
    await payments.settle();
    const [{ id: dispute } = expect.fail()] = (await admin.detailsOf(id)).disputes;
    await payments.sandbox.backOffice.setOutage(true);
    await expect(admin.disputes.submitEvidence(by, dispute, 'A receipt.')).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    await payments.sandbox.backOffice.setOutage(false);
    expect((await admin.detailsOf(id)).disputes).toMatchObject([{ evidence: null, status: 'open' }]);
    expect(await logged('dispute.evidence_submitted', dispute)).toEqual([]);
  });
});
