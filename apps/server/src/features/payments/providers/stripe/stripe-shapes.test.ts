/** Checks that the adapter reads objects in the form of Stripe's published fixtures. */
import { describe, expect, it } from 'vitest';
import * as shapes from '../../../../../test/support/stripe/stripe-shapes.ts';
import * as facts from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';

const AT = new Date('2024-07-25T23:02:10Z');
const END = new Date('2024-08-25T23:02:10Z');
const CHECKOUT_ID = shapes.session.metadata.checkout_id;
const PAYMENT_ID = shapes.paymentIntent.id;

describe('a shape of Stripe', () => {
  it('is read as a payment whose destination has received its part', () => {
    const { payment_intent: paid, subscription } = objects.session.parse(shapes.session);
    const origin = { checkoutId: CHECKOUT_ID, subscription: null };
    const captured = {
      kind: 'captured',
      ...origin,
      paymentId: PAYMENT_ID,
      amountCents: 1099,
      currency: 'USD',
      capturedAt: AT,
    };
    expect(subscription).toBeNull();
    expect(paid && facts.capturedFact(paid, origin)).toEqual([{ ...captured, heldBy: 'platform' }]);
    const direct = { ...shapes.paymentIntent, latest_charge: shapes.directCharge };
    const read = objects.paymentIntent.parse(direct);
    expect(facts.capturedFact(read, origin)).toEqual([{ ...captured, heldBy: 'creator_net' }]);
  });

  it('is read as an unpaid payment after a decline, with or without a message', () => {
    const read = objects.paymentIntent.parse(shapes.declinedPaymentIntent);
    expect(facts.capturedFact(read, { checkoutId: CHECKOUT_ID, subscription: null })).toEqual([]);
    expect(read.last_payment_error?.message).toBeUndefined();
  });

  it('is read as a refund and as a dispute, while an inquiry withholds nothing', () => {
    expect(facts.refundFact(PAYMENT_ID, objects.refund.parse(shapes.refund))).toEqual({
      kind: 'refund',
      paymentId: PAYMENT_ID,
      refundId: shapes.refund.id,
      requestId: null,
      amountCents: 100,
      status: 'succeeded',
      occurredAt: AT,
    });
    expect(facts.disputeFact(PAYMENT_ID, objects.dispute.parse(shapes.dispute))).toEqual([
      {
        kind: 'dispute',
        paymentId: PAYMENT_ID,
        disputeId: shapes.dispute.id,
        amountCents: 1000,
        status: 'open',
        reason: 'general',
        evidenceDueAt: new Date('2024-08-14T23:59:59Z'),
        occurredAt: AT,
      },
    ]);
    expect(facts.disputeFact(PAYMENT_ID, objects.dispute.parse(shapes.inquiry))).toEqual([]);
  });

  it('is read as a subscription that the customer portal ends, with the period of its invoice', () => {
    const { id } = shapes.subscription;
    expect(facts.subscriptionFact(objects.subscription.parse(shapes.subscription))).toEqual([
      {
        kind: 'subscription',
        checkoutId: CHECKOUT_ID,
        subscriptionId: id,
        status: 'active',
        cycle: 'monthly',
        amountCents: 2000,
        periodStart: AT,
        periodEnd: END,
        trialEnd: null,
        cancelAtPeriodEnd: true,
        creditCents: 0,
      },
    ]);
    const invoice = objects.invoice.parse(shapes.invoice);
    const paidFor = { subscriptionId: id, periodStart: AT, periodEnd: END };
    expect(facts.invoiceOrigin(invoice)).toEqual({ checkoutId: CHECKOUT_ID, subscription: paidFor });
    expect(invoice.payments.data).toEqual([
      { status: 'paid', payment: { type: 'payment_intent', payment_intent: PAYMENT_ID } },
    ]);
    expect(facts.invoiceOrigin(objects.invoice.parse(shapes.manualInvoice))).toBeNull();
    expect(objects.invoicePayment.parse(shapes.invoicePayment)).toEqual({ invoice: shapes.invoice.id });
  });

  it('is read as an account with missing requirements, and as a transfer to it', () => {
    expect(facts.accountFact(objects.account.parse(shapes.account))).toEqual({
      kind: 'account',
      account: shapes.account.id,
      isReady: false,
      requirements: ['Stripe still needs: business profile product description.'],
    });
    expect(objects.ownAccount.parse(shapes.account)).toMatchObject({
      settings: { dashboard: { display_name: null }, payouts: { schedule: { interval: 'daily' } } },
    });
    expect(facts.payoutFact(objects.transfer.parse(shapes.transfer))).toEqual([
      {
        kind: 'payout',
        payoutId: shapes.transfer.metadata.payout_id,
        reference: shapes.transfer.id,
        status: 'completed',
        reason: null,
        occurredAt: AT,
      },
    ]);
    const reversal = objects.reversal.parse(shapes.transferReversal);
    expect(reversal).toEqual({ amount: 1100, metadata: {} });
  });

  it('is the object of an event, which names its payment where it has one', () => {
    const read = (type: string, object: { readonly id: string; readonly object: string }) =>
      objects.event.parse(shapes.eventOf(type, object)).data.object;
    expect(read('charge.refunded', { ...shapes.charge })).toMatchObject({ payment_intent: PAYMENT_ID });
    expect(read('charge.dispute.created', shapes.inquiry)).toMatchObject({ payment_intent: null });
    expect(read('payout.paid', shapes.payout)).toEqual({ object: 'payout', id: shapes.payout.id });
  });
});
