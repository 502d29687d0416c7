import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clearMessages } from '../../src/features/donations/donations.repo.ts';
import { removeDonationMessage } from '../../src/features/donations/donations.service.ts';
import { type Support, supported } from '../../src/features/payments/payments.events.ts';
import type { ProviderFact } from '../../src/features/payments/providers/provider.ts';
import { defineProvider } from '../../src/features/payments/providers/provider-definition.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';
import { traitsOf } from '../support/payments/provider-traits.ts';
import { runRepeatedJobs } from '../support/repeated-jobs.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, sent, notified, rows, donation, expectBalanced } = fixture;
const payments = fixture.start();
const holder = { userId: null, hasCookie: true };

const donationsTo = async (recipientId: string) =>
  (await rows('donations')).filter((row) => row.recipient_id === recipientId);
const statusOf = async (id: string) => (await payments.checkouts.state(id, holder)).status;

describe('a donation', () => {
  it('is booked once its webhook is processed, and the creator is notified', async () => {
    const [creator, donor] = [await people.streamer(), await people.person()];
    const { id } = await payments.donate(donation(creator), donor);
    await payments.approve(id);
    expect(await donationsTo(creator)).toEqual([]);
    await payments.settle();
    expect(await donationsTo(creator)).toMatchObject([
      { donor_id: donor, amount: 1500, platform_fee: 150, net_amount: 1350, message: 'Thank you' },
    ]);
    expect(await statusOf(id)).toBe('paid');
    expect(notified.splice(0)).toMatchObject([
      { userId: creator, actorId: donor, type: 'donation', title: 'Somebody donated $15.00' },
    ]);
    await expectBalanced();
  });

  it('is booked when the payer returns before the webhook, and not again by the webhook', async () => {
    const creator = await people.streamer();
    const supports: Support[] = [];
    fixture.hooks.on(supported, async (_tx, support) => void supports.push(support));
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    fixture.advance(3_000);
    expect(await statusOf(id)).toBe('paid');
    expect(await donationsTo(creator)).toHaveLength(1);
    await payments.settle();
    const donations = await donationsTo(creator);
    expect(supports).toEqual(donations.map(({ id }) => ({ kind: 'donation', id, creatorId: creator })));
    expect(supports).toHaveLength(1);
  });

  it('loses its message and a guest’s name when an admin removes them, or with the creator’s account', async () => {
    const creator = await people.streamer();
    for (const guestName of ['Ann', 'Ben']) {
      const { id } = await payments.donate(donation(creator, { guestName }));
      await payments.approve(id);
      await payments.settle();
    }
    const names = async () => (await donationsTo(creator)).map(({ guest_name }) => guest_name);
    expect(await names()).toEqual(['Ann', 'Ben']);
    const [first] = await donationsTo(creator);
    await db.transact((tx) => removeDonationMessage(tx, String(first?.id)));
    expect(await names()).toEqual([null, 'Ben']);
    const kept = (await rows('checkouts')).filter((row) => row.creator_id === creator);
    expect(kept.map(({ details }) => details)).toEqual([
      { isAnonymous: false },
      { isAnonymous: false, message: 'Thank you', guestName: 'Ben' },
    ]);
    await db.transact((tx) => clearMessages(tx, creator));
    expect(await names()).toEqual([null, null]);
    notified.length = 0;
  });

  it('hides the donor if it is anonymous, although the payer is known for refunds', async () => {
    const [creator, donor] = [await people.streamer(), await people.person()];
    const { id } = await payments.donate(donation(creator, { isAnonymous: true }), donor);
    await payments.approve(id);
    await payments.settle();
    expect(await donationsTo(creator)).toMatchObject([{ donor_id: null, is_anonymous: true }]);
    expect((await rows('charges')).filter((row) => row.checkout_id === id)).toMatchObject([
      { payer_id: donor },
    ]);
    expect(notified.splice(0).at(-1)).toMatchObject({ actorId: null });
  });

  it.each(['failed', 'canceled', 'expired'] as const)('is not booked if it is %s', async (status) => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    if (status === 'failed') await payments.sandbox.page.decline(await payments.pageOf(id));
    if (status === 'canceled') await payments.checkouts.cancel(id, holder);
    if (status === 'expired') {
      fixture.advance(31 * 60_000);
      await payments.checkouts.sweep(new AbortController().signal);
    }
    await payments.settle();
    expect(await statusOf(id)).toBe(status);
    expect(await donationsTo(creator)).toEqual([]);
  });

  it('keeps its message no longer than its donor’s account, even if it is anonymous', async () => {
    const [creator, donor] = [await people.streamer(), await people.person()];
    const { id } = await payments.donate(donation(creator, { isAnonymous: true }), donor);
    await payments.approve(id);
    await payments.settle();
    expect(await donationsTo(creator)).toMatchObject([{ message: 'Thank you' }]);
    await db.transact((tx) => clearMessages(tx, donor));
    expect(await donationsTo(creator)).toMatchObject([{ message: '' }]);
  });

  it('expires even if its state is requested all the time', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    fixture.advance(31 * 60_000);
    expect(await statusOf(id)).toBe('expired');
    expect(await payments.sandbox.page.approve(await payments.pageOf(id)).catch(() => 'refused')).toBe(
      'refused',
    );
  });

  it('stays paid if it was paid before it was canceled', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    expect((await payments.checkouts.cancel(id, holder)).status).toBe('paid');
    expect(await donationsTo(creator)).toHaveLength(1);
    await payments.settle();
  });

  it('is booked once it is overdue if its webhook was lost', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    for (const job of await queue.waiting()) await queue.remove(job);
    fixture.advance(6 * 60_000);
    await payments.checkouts.sweep(new AbortController().signal);
    expect(await donationsTo(creator)).toHaveLength(1);
  });

  it('is refunded if the creator’s account was deleted meanwhile', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await db.pool.query('delete from streamer_data where user_id = $1', [creator]);
    await payments.approve(id);
    await payments.settle();
    expect((await rows('charges')).filter((row) => row.checkout_id === id)).toMatchObject([
      { creator_id: null, status: 'refunded' },
    ]);
    await expectBalanced();
  });
});

describe('opening a checkout', () => {
  it('returns the same payment page for the same key', async () => {
    const body = donation(await people.streamer());
    const [first, second] = await Promise.all([payments.donate(body), payments.donate(body)]);
    expect(second).toEqual(first);
    expect(await payments.donate(body)).toEqual(first);
  });

  it('is refused with the key of another request', async () => {
    const body = donation(await people.streamer());
    await payments.donate(body);
    await expect(payments.donate({ ...body, amount: 2000 })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await expect(payments.donate(body, await people.person())).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('names the field if the creator is the payer, unknown or banned', async () => {
    const creator = await people.streamer();
    const field = (pointer: string) => ({ errors: [{ pointer }] });
    await expect(payments.donate(donation(creator), creator)).rejects.toMatchObject(field('/streamerId'));
    await expect(payments.donate(donation(await people.person()))).rejects.toMatchObject(
      field('/streamerId'),
    );
    const streamId = await people.stream(creator, 'ended');
    await db.pool.query("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [
      streamId,
    ]);
    const ofStream = { ...donation(creator), streamId };
    await expect(payments.donate({ ...ofStream, streamerId: undefined })).rejects.toMatchObject(
      field('/streamId'),
    );
  });

  it('is limited for each account', async () => {
    const [creator, donor] = [await people.streamer(), await people.person()];
    for (let opened = 0; opened < 60; opened++) await payments.donate(donation(creator), donor);
    await expect(payments.donate(donation(creator), donor)).rejects.toMatchObject({
      code: 'too_many_checkouts',
      kind: 'limited',
    });
  });

  it('stays open while the provider is down, and continues with the same key', async () => {
    const body = donation(await people.streamer());
    await payments.sandbox.backOffice.setOutage(true);
    await expect(payments.donate(body)).rejects.toMatchObject({ code: 'provider_unavailable' });
    const [checkout] = (await rows('checkouts')).filter((row) => row.idempotency_key === body.idempotencyKey);
    expect(checkout).toMatchObject({ status: 'open', redirect_url: null });
    await payments.sandbox.backOffice.setOutage(false);
    expect(await payments.donate(body)).toMatchObject({ id: checkout?.id });
  });
});

describe('the state of a checkout', () => {
  it('is returned only to its payer and to the browser that opened it', async () => {
    const [creator, donor, stranger] = [
      await people.streamer(),
      await people.person(),
      await people.person(),
    ];
    const { id } = await payments.donate(donation(creator), donor);
    const state = (userId: typeof donor | null, hasCookie: boolean) =>
      payments.checkouts.state(id, { userId, hasCookie });
    expect(await state(donor, false)).toMatchObject({ id, isTest: true });
    expect(await state(null, true)).toMatchObject({ id });
    await expect(state(stranger, false)).rejects.toMatchObject({ code: 'checkout_not_found' });
    await expect(state(null, false)).rejects.toMatchObject({ code: 'checkout_not_found' });
  });

  it('stays open while the provider is down, and says so', async () => {
    const { id } = await payments.donate(donation(await people.streamer()));
    fixture.advance(3_000);
    await payments.sandbox.backOffice.setOutage(true);
    expect(await payments.checkouts.state(id, holder)).toMatchObject({
      status: 'open',
      isProviderReachable: false,
    });
    await payments.sandbox.backOffice.setOutage(false);
  });
});

describe('a webhook', () => {
  it('is processed once if it arrives twice', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    await queue.runAll();
    const [webhook = expect.fail('No webhook was sent')] = sent.splice(0);
    const received = await Promise.all([payments.receive(webhook), payments.receive(webhook)]);
    expect(received.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(await queue.waiting('money.process-provider-event')).toHaveLength(1);
    await payments.settle();
    expect(await donationsTo(creator)).toHaveLength(1);
  });

  it('is processed by a job with those that arrive with it, and does not fail with them', async () => {
    const creator = await people.streamer();
    const pages: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { id } = await payments.donate(donation(creator));
      await payments.approve(id);
      pages.push(await payments.pageOf(id));
    }
    await queue.runAll();
    const setState = (state: unknown) =>
      db.pool.query('update sandbox_objects set state = $2 where id = $1', [pages[4], JSON.stringify(state)]);
    const { rows: sessions } = await db.pool.query('select state from sandbox_objects where id = $1', [
      pages[4],
    ]);
    await setState({});
    await Promise.all(sent.splice(0).map((webhook) => payments.receive(webhook)));
    // One is stored alone while the others wait.
    expect(await queue.waiting('money.process-provider-event')).toHaveLength(2);
    expect(await queue.runAll()).toHaveLength(1);
    expect(await donationsTo(creator)).toHaveLength(5);
    await setState(sessions[0]?.state);
    await payments.settle();
    expect(await donationsTo(creator)).toHaveLength(6);
  });

  it('for a refund is applied even if it arrives before that of its capture', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    const [{ paymentId } = expect.fail()] = await paymentsOf(id);
    await payments.sandbox.backOffice.refundRest(paymentId);
    await queue.runAll();
    for (const webhook of sent.splice(0).reverse()) await payments.receive(webhook);
    await payments.settle();
    expect(await donationsTo(creator)).toMatchObject([{ status: 'refunded', refunded_amount: 1500 }]);
    await expectBalanced();
  });

  it('stays in the log with its error if it cannot be processed, and can be replayed by an admin', async () => {
    const [creator, admin] = [await people.streamer(), await people.person()];
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    await queue.runAll();
    for (const webhook of sent.splice(0)) await payments.receive(webhook);
    await payments.sandbox.backOffice.setOutage(true);
    expect(await queue.runAll()).toHaveLength(1);
    const [failed = expect.fail()] = (await payments.webhooks.list({ status: 'failed' })).items;
    expect(failed).toMatchObject({ attempts: 1, error: 'Reading an event: the sandbox is set to be down' });
    for (const job of await queue.waiting()) await queue.remove(job);
    await payments.sandbox.backOffice.setOutage(false);
    await payments.webhooks.replay({ userId: admin, requestId: 'r', addressHash: null }, failed.id);
    await payments.settle();
    expect(await donationsTo(creator)).toHaveLength(1);
    expect((await payments.webhooks.list({ status: 'failed' })).items).toEqual([]);
    await payments.webhooks.replay({ userId: admin, requestId: 'r', addressHash: null }, failed.id);
    await payments.settle();
    expect(await donationsTo(creator)).toHaveLength(1);
  });

  it('is deleted after the retention period even if it was never processed', async () => {
    const { id } = await payments.donate(donation(await people.streamer()));
    await payments.approve(id);
    await payments.settle();
    await db.pool.query("update provider_events set status = 'failed'");
    fixture.advance(91 * 86_400_000);
    await runRepeatedJobs(payments, 'money.purge-webhooks');
    expect((await payments.webhooks.list({})).items).toEqual([]);
  });

  it('with a wrong signature causes no read of the database', async () => {
    let reads = 0;
    const counting: typeof db = {
      ...db,
      read: (work) => {
        reads++;
        return db.read(work);
      },
    };
    const provider = { ...payments.sandbox.provider, name: 'stripe', isTest: true } as const;
    const definitions = [defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () => provider)];
    const variables = { STRIPE_SECRET_KEY: 'x' };
    const { webhooks } = fixture.start({ db: counting, definitions, variables });
    const forged = { headers: {}, rawBody: Buffer.from('{}') };
    const refused = Array.from({ length: 20 }, () => webhooks.receive('stripe', forged));
    for (const one of await Promise.allSettled(refused)) expect(one.status).toBe('rejected');
    expect(reads).toBeLessThan(5);
  });

  it('is ignored if its metadata belong to another system', async () => {
    const at = fixture.now();
    const facts: ProviderFact[] = [
      {
        kind: 'captured',
        checkoutId: 'order 7',
        paymentId: 'pay_other',
        amountCents: 500,
        currency: 'USD',
        heldBy: 'platform',
        capturedAt: at,
        subscription: null,
      },
      { kind: 'checkout_closed', checkoutId: 'order 7', outcome: 'expired', reason: null },
      {
        kind: 'payout',
        payoutId: 'payout 7',
        reference: 'tr_other',
        status: 'completed',
        reason: null,
        occurredAt: at,
      },
    ];
    await db.transact((tx) => payments.settlement.apply(tx, 'sandbox', facts, at));
    expect((await rows('charges')).filter((row) => row.payment_id === 'pay_other')).toEqual([]);
  });

  it('is ignored if its payment belongs to another system', async () => {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    await db.pool.query('delete from checkouts where id = $1', [id]);
    await payments.settle();
    expect(await donationsTo(creator)).toEqual([]);
  });
});

describe('a refund', () => {
  async function paidDonation() {
    const creator = await people.streamer();
    const { id } = await payments.donate(donation(creator));
    await payments.approve(id);
    await payments.settle();
    const [charge] = (await rows('charges')).filter((row) => row.checkout_id === id);
    return { creator, checkoutId: id, chargeId: String(charge?.id) };
  }
  const request = (chargeId: string, amountCents: number, id = crypto.randomUUID()) =>
    db.transact((tx) =>
      payments.refunds.request(tx, { id, chargeId, amountCents, reason: 'Asked for', requestedBy: null }),
    );

  it('returns the fee with the amount, once the provider has sent it', async () => {
    const { creator, chargeId } = await paidDonation();
    const id = crypto.randomUUID();
    await request(chargeId, 1500, id);
    await request(chargeId, 1500, id);
    await payments.settle();
    expect(await donationsTo(creator)).toMatchObject([{ status: 'refunded', refunded_amount: 1500 }]);
    expect((await rows('refunds')).filter((row) => row.charge_id === chargeId)).toMatchObject([
      { status: 'succeeded' },
    ]);
    await expectBalanced();
  });

  it('fails if the provider refuses it, and leaves the donation unchanged', async () => {
    const { creator, checkoutId, chargeId } = await paidDonation();
    const [{ paymentId } = expect.fail()] = await paymentsOf(checkoutId);
    await payments.sandbox.backOffice.openDispute(paymentId);
    await request(chargeId, 500);
    expect(await donationsTo(creator)).toMatchObject([{ refunded_amount: 500 }]);
    const [job = expect.fail('No refund is sent')] = await queue.waiting('money.send-refund');
    await queue.run(job);
    expect(await donationsTo(creator)).toMatchObject([{ status: 'completed', refunded_amount: 0 }]);
    expect((await rows('refunds')).filter((row) => row.charge_id === chargeId)).toMatchObject([
      { status: 'failed', last_error: expect.stringMatching(/disputed/) },
    ]);
    await expectBalanced();
    await payments.settle();
    expect(await donationsTo(creator)).toMatchObject([{ status: 'disputed' }]);
    await expectBalanced();
  });

  it('is retried until the provider answers, and shows admins why it was not sent', async () => {
    const { creator, chargeId } = await paidDonation();
    await payments.sandbox.backOffice.setOutage(true);
    await request(chargeId, 1500);
    await payments.settle();
    const refundOf = async () => (await rows('refunds')).find((row) => row.charge_id === chargeId);
    expect(await refundOf()).toMatchObject({
      status: 'pending',
      attempts: 1,
      fee_cents: 150,
      last_error: 'Refunding: the sandbox is set to be down',
    });
    await payments.sendDueRefunds();
    expect(await refundOf()).toMatchObject({ attempts: 1 });
    // Exceeds the number of times that the queue repeats a job.
    for (let attempt = 2; attempt <= 10; attempt++) {
      fixture.advance(64 * 60_000);
      await payments.sendDueRefunds();
      expect(await refundOf()).toMatchObject({ status: 'pending', attempts: attempt });
    }
    expect(await donationsTo(creator)).toMatchObject([{ status: 'refunded' }]);
    await expectBalanced();
    await payments.sandbox.backOffice.setOutage(false);
    fixture.advance(64 * 60_000);
    await payments.sendDueRefunds();
    expect(await refundOf()).toMatchObject({ status: 'succeeded', next_attempt_at: null });
    await payments.settle();
    await expectBalanced();
  });

  it('is sent by the repeated job if its own job is lost', async () => {
    const { chargeId } = await paidDonation();
    await request(chargeId, 1500);
    for (const job of await queue.waiting('money.send-refund')) await queue.remove(job);
    fixture.advance(5 * 60_000);
    await payments.sendDueRefunds();
    expect((await rows('refunds')).filter((row) => row.charge_id === chargeId)).toMatchObject([
      { status: 'succeeded', attempts: 0 },
    ]);
    await payments.settle();
  });

  it.each([
    ['won', 'completed'],
    ['lost', 'disputed'],
  ] as const)(
    'is not needed for a dispute that is %s, which leaves the donation %s',
    async (outcome, status) => {
      const { creator, checkoutId } = await paidDonation();
      const [{ paymentId } = expect.fail()] = await paymentsOf(checkoutId);
      const disputeId = await payments.sandbox.backOffice.openDispute(paymentId);
      await payments.settle();
      expect(await donationsTo(creator)).toMatchObject([{ status: 'disputed' }]);
      await payments.sandbox.backOffice.settleDispute(disputeId, outcome);
      await payments.settle();
      expect(await donationsTo(creator)).toMatchObject([{ status }]);
      await expectBalanced();
    },
  );
});

async function paymentsOf(checkoutId: string) {
  const facts = await payments.sandbox.provider.readCheckout(await payments.pageOf(checkoutId));
  return facts.filter((fact) => fact.kind === 'captured');
}
