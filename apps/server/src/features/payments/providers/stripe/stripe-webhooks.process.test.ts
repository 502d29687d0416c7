import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../../../../../test/support/properties/runs.ts';
import { openStripe, refundOf, webhooksOf } from '../../../../../test/support/stripe/stripe-fixture.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { WebhookRefused } from '../provider.errors.ts';
import { stripeDefinition } from './stripe-definition.ts';

describe('webhooks of Stripe', () => {
  it('keeps only the references of an event, so that no name or card of a payer is stored', async () => {
    const { pay, events, provider, webhookOf, store } = await openStripe();
    await pay();
    const [sent = expect.fail('There is no event')] = events;
    const object = { ...sent.data.object, customer_details: { email: 'ada@example.org', name: 'Ada' } };
    const event = { ...sent, data: { object } };
    const { body } = await webhooksOf(provider).verify({ ...webhookOf(event), now: store.now });
    const { id, type, data } = event;
    expect(body).toMatchObject({ id, type, data: { object: { id: data.object.id } } });
    expect(JSON.stringify(body)).not.toMatch(/customer_details|Ada/);
  });

  it('accepts events of the platform and of connected accounts, each with the secret of its endpoint', async () => {
    const { account, pay, events, factsOf } = await openStripe();
    expect(await factsOf(events.find(({ type }) => type === 'account.updated'))).toMatchObject([
      { kind: 'account', account, isReady: true },
    ]);
    const captured = await pay();
    expect(await factsOf(events.at(-1))).toEqual([captured]);
  });

  it('refuses an event that is signed with another secret', async () => {
    const { pay, provider, events, webhookOf, store } = await openStripe();
    await pay();
    const [event] = events;
    const signed = webhookOf(event ?? expect.fail('There is no event'), { secret: 'whsec_of_somebody_else' });
    const verification = webhooksOf(provider).verify({ ...signed, now: store.now });
    await expect(verification).rejects.toThrow(WebhookRefused);
  });

  it('refuses a signed body that is not an event', async () => {
    const { provider, events, webhookOf, store } = await openStripe();
    const [event = expect.fail('There is no event')] = events;
    const request = { ...webhookOf({ ...event, id: '' }), now: store.now };
    await expect(webhooksOf(provider).verify(request)).rejects.toThrow(WebhookRefused);
  });

  it('has no webhooks without a secret', async () => {
    const { provider } = await openStripe({ webhookSecrets: [] });
    expect(provider.webhooks).toBeUndefined();
  });

  it('takes amounts from the API, whatever the body of an event says', async () => {
    const { pay, events, factsOf, store } = await openStripe();
    const captured = await pay();
    const event = events.at(-1) ?? expect.fail('There is no event');
    const session = store.all('checkout.session')[0] ?? expect.fail('There is no session');
    const object = { ...session, amount_total: 99_999, metadata: { checkout_id: 'another' } };
    expect(await factsOf({ ...event, data: { object } })).toEqual([captured]);
  });

  it('reports the same final state whichever event of a payment is read last', async () => {
    const { pay, provider, people, events, factsOf } = await openStripe();
    const captured = await pay();
    await provider.refund(refundOf(captured, 250));
    people.failRefund(people.refund(captured.paymentId, 100));
    people.closeDispute(people.dispute(captured.paymentId, { amount: 1000 }), 'won');
    const ofPayment = events.filter(({ type }) => type.startsWith('charge.') || type.startsWith('refund.'));
    expect(ofPayment).toHaveLength(7);
    const expected = [
      captured,
      expect.objectContaining({ kind: 'dispute', amountCents: 1000, status: 'won' }),
      expect.objectContaining({ kind: 'refund', amountCents: 100, status: 'failed', requestId: null }),
      expect.objectContaining({ kind: 'refund', amountCents: 250, status: 'succeeded' }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ofPayment, { minLength: 1 }), async (order) => {
        for (const event of order) expect(await factsOf(event)).toEqual(expected);
      }),
      runs(5),
    );
  });

  it('reports a failed refund before the one that replaced it', async () => {
    const { pay, people, events, factsOf } = await openStripe();
    const { paymentId } = await pay();
    people.failRefund(people.refund(paymentId, 100));
    people.refund(paymentId, 100);
    const refunds = (await factsOf(events.at(-1))).filter(({ kind }) => kind === 'refund');
    expect(refunds).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }]);
  });

  it('ignores payments on the same Stripe account that this instance did not request', async () => {
    const { pay, people, events, factsOf, store } = await openStripe();
    const { paymentId } = await pay();
    delete store.get('payment_intent', paymentId).metadata.checkout_id;
    people.refund(paymentId, 100);
    expect(await factsOf(events.at(-1))).toEqual([]);
  });

  it('ignores payments that a connected account takes by itself', async () => {
    const { account, events, factsOf, store, requests } = await openStripe();
    const [event = expect.fail('There is no event')] = events;
    const object = {
      ...store.add('customer', { email: null, balance: 0 }),
      object: 'charge',
      payment_intent: 'pi_theirs',
    };
    expect(await factsOf({ ...event, account, type: 'charge.refunded', data: { object } })).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('ignores events that do not concern payments', async () => {
    const { events, factsOf, store } = await openStripe();
    const [event = expect.fail('There is no event')] = events;
    const object = store.add('product', { name: 'Ticket' });
    expect(await factsOf({ ...event, type: 'product.created', data: { object } })).toEqual([]);
  });

  it('reports no dispute for an inquiry, which withholds no money', async () => {
    const { pay, people, events, factsOf } = await openStripe();
    const captured = await pay();
    people.dispute(captured.paymentId, { isInquiry: true });
    expect(await factsOf(events.at(-1))).toEqual([captured]);
  });

  it('takes the share of a lost dispute back from the connected account once', async () => {
    const { pay, people, events, factsOf, store, account, forgetIdempotencyKeys } = await openStripe();
    const { paymentId } = await pay();
    people.closeDispute(people.dispute(paymentId), 'lost');
    const closed = events.at(-1);
    for (const _delivery of ['first', 'second']) {
      expect((await factsOf(closed)).at(-1)).toMatchObject({ kind: 'dispute', status: 'lost' });
      forgetIdempotencyKeys();
    }
    expect(store.balanceOf(account)).toBe(0);
    expect(store.balanceOf(PLATFORM)).toBe(0);
    expect(store.all('transfer_reversal')).toHaveLength(1);
  });

  it('reports a lost dispute that the connected account cannot cover, and logs the ids', async () => {
    const warn = vi.fn();
    const { pay, people, events, factsOf, store, account } = await openStripe({ log: { warn } });
    const { paymentId } = await pay();
    store.move(account, null, 1000);
    people.closeDispute(people.dispute(paymentId), 'lost');
    expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({ kind: 'dispute', status: 'lost' });
    expect(store.balanceOf(account)).toBe(125);
    const dispute = store.all('dispute')[0]?.id;
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ payment: paymentId, account, dispute }),
      expect.stringMatching(/could not follow the ledger/),
    );
  });

  it.each(['at once', 'after an appeal'] as const)(
    'returns the creator’s share of a lost dispute when it is won %s',
    async (when) => {
      const { pay, people, events, factsOf, store, account, forgetIdempotencyKeys } = await openStripe();
      const { paymentId } = await pay();
      const disputeId = people.dispute(paymentId);
      people.closeDispute(disputeId, 'lost');
      await factsOf(events.at(-1));
      expect(store.balanceOf(account)).toBe(0);
      if (when === 'after an appeal') {
        people.appeal(disputeId);
        // The dispute stays lost meanwhile.
        await factsOf(events.at(-1));
        expect(store.balanceOf(account)).toBe(0);
      }
      people.closeDispute(disputeId, 'won');
      for (const _delivery of ['first', 'second']) {
        expect(await factsOf(events.at(-1))).toMatchObject([
          { kind: 'captured' },
          { kind: 'dispute', disputeId, status: 'won' },
        ]);
        forgetIdempotencyKeys();
      }
      expect(store.balanceOf(account)).toBe(1125);
      expect(store.balanceOf(PLATFORM)).toBe(125);
    },
  );

  it('takes back at most what was not refunded before', async () => {
    const { pay, provider, people, events, factsOf, store, account } = await openStripe();
    const captured = await pay();
    await provider.refund(refundOf(captured, 250));
    people.closeDispute(people.dispute(captured.paymentId, { amount: 1250 }), 'lost');
    await factsOf(events.at(-1));
    expect(store.balanceOf(account)).toBe(0);
  });

  it('takes a lost dispute back from what was sent to the creator after a failed refund', async () => {
    const { pay, provider, people, events, factsOf, store, account } = await openStripe();
    const captured = await pay();
    await provider.refund(refundOf(captured, 1000));
    people.failRefund(store.all('refund')[0]?.id ?? '');
    await factsOf(events.at(-1));
    expect(store.balanceOf(account)).toBe(1125);
    people.closeDispute(people.dispute(captured.paymentId), 'lost');
    for (const _delivery of ['first', 'second']) await factsOf(events.at(-1));
    expect(store.balanceOf(account)).toBe(0);
  });

  it('reports a refund that the bank has not confirmed, and later its confirmation', async () => {
    const { pay, provider, people, bank, events, factsOf, store } = await openStripe();
    const captured = await pay();
    bank.refundsLater = true;
    await provider.refund(refundOf(captured, 250));
    expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({ kind: 'refund', status: 'pending' });
    people.confirmRefund(store.all('refund')[0]?.id ?? '');
    expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({ kind: 'refund', status: 'succeeded' });
  });

  it('asks in the set-up for every event that it relies on', async () => {
    const { pay, provider, people, bank, events } = await openStripe();
    const captured = await pay();
    bank.refundsLater = true;
    await provider.refund(refundOf(captured, 250));
    const disputeId = people.dispute(captured.paymentId);
    people.closeDispute(disputeId, 'lost');
    people.closeDispute(disputeId, 'won');
    const asked = stripeDefinition.webhooks.flatMap((sender) => sender.events);
    expect(asked).toEqual(expect.arrayContaining(events.map(({ type }) => type)));
  });

  it('returns the creator’s share of a failed refund once', async () => {
    const { pay, people, provider, events, factsOf, store, account, forgetIdempotencyKeys } =
      await openStripe();
    const captured = await pay();
    await provider.refund(refundOf(captured, 250));
    people.failRefund(store.all('refund')[0]?.id ?? '');
    for (const _delivery of ['first', 'second']) {
      expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({ kind: 'refund', status: 'failed' });
      forgetIdempotencyKeys();
    }
    expect(store.balanceOf(account)).toBe(1125);
    expect(store.balanceOf(PLATFORM)).toBe(125);
  });

  it('reports the deadline and the reason of a dispute, and submits evidence', async () => {
    const { pay, people, provider, store } = await openStripe();
    const { paymentId } = await pay();
    const disputeId = people.dispute(paymentId);
    const facts = await provider.disputes?.submitEvidence(
      disputeId,
      'The donor thanked the creator in chat.',
    );
    const dispute = store.get('dispute', disputeId);
    expect(facts?.at(-1)).toMatchObject({
      disputeId,
      status: 'open',
      reason: 'fraudulent',
      evidenceDueAt: new Date((dispute.evidence_details.due_by ?? 0) * 1000),
    });
    expect(dispute.evidence.uncategorized_text).toBe('The donor thanked the creator in chat.');
    await expect(provider.disputes?.submitEvidence(disputeId, 'And again.')).rejects.toThrow(
      /takes evidence once/,
    );
  });
});
