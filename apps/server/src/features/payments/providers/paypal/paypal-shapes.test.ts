/** Checks that the adapter reads objects and events in the form of PayPal's published specifications and samples. */
import { describe, expect, it } from 'vitest';
import * as account from '../../../../../test/support/paypal/shapes/account.ts';
import * as disputes from '../../../../../test/support/paypal/shapes/disputes.ts';
import * as events from '../../../../../test/support/paypal/shapes/events.ts';
import * as payments from '../../../../../test/support/paypal/shapes/payments.ts';
import * as subscriptions from '../../../../../test/support/paypal/shapes/subscriptions.ts';
import { PAYPAL_EVENTS } from './paypal-events.ts';
import * as facts from './paypal-facts.ts';
import * as objects from './paypal-objects.ts';

const { CHECKOUT_ID, REFUND_REQUEST_ID } = payments;
const PAYMENT_ID = payments.capture.id;
const CAPTURED_AT = new Date('2018-09-11T23:24:19Z');
const captured = {
  kind: 'captured',
  checkoutId: CHECKOUT_ID,
  subscription: null,
  paymentId: PAYMENT_ID,
  amountCents: 1250,
  currency: 'USD',
  heldBy: 'platform',
  capturedAt: CAPTURED_AT,
};
const refunded = { kind: 'refund', paymentId: PAYMENT_ID, status: 'succeeded' };

describe('a shape of PayPal', () => {
  it('is read as an unpaid order, and as an order with its capture, refund and reversal', () => {
    const created = objects.order.parse(payments.createdOrder);
    expect(facts.orderFacts(created)).toEqual([]);
    expect(objects.page.parse(payments.createdOrder).links.get('approve')).toContain('checkoutnow');
    expect(facts.orderFacts({ ...created, intent: facts.CLOSED_INTENT })).toMatchObject([
      { kind: 'checkout_closed', checkoutId: CHECKOUT_ID, outcome: 'expired' },
    ]);
    expect(facts.orderFacts(objects.order.parse(payments.order))).toEqual([
      captured,
      {
        ...refunded,
        refundId: payments.refund.id,
        requestId: REFUND_REQUEST_ID,
        amountCents: 400,
        occurredAt: new Date('2018-09-11T23:28:42Z'),
      },
      {
        ...refunded,
        refundId: payments.reversal.id,
        requestId: null,
        amountCents: 251,
        occurredAt: new Date('2018-09-15T21:30:10Z'),
      },
    ]);
  });

  it('is read as a payment that is withheld for a dispute, or declined', () => {
    const disputed = objects.order.parse(payments.disputedOrder);
    expect(facts.orderFacts(disputed)[0]).toEqual(captured);
    expect(facts.isDisputed(objects.capture.parse(payments.disputedCapture))).toBe(true);
    const [unit] = disputed.purchase_units;
    const declined = { ...unit, payments: { captures: [payments.declinedCapture], refunds: [] } };
    expect(
      facts.orderFacts(objects.order.parse({ ...payments.order, purchase_units: [declined] })),
    ).toMatchObject([{ kind: 'checkout_closed', outcome: 'failed' }]);
  });

  it.each([
    [payments.refund, 'succeeded'],
    [payments.pendingRefund, 'pending'],
    [payments.failedRefund, 'failed'],
  ] as const)('is read as a refund with the status $status', (shape, status) => {
    const read = objects.refund.parse(shape);
    expect(read.links.get('up')).toContain(PAYMENT_ID);
    expect(facts.refundFact(PAYMENT_ID, read)).toMatchObject({ status, requestId: REFUND_REQUEST_ID });
  });

  it.each([
    ['an inquiry', disputes.inquiry, 'open', undefined],
    ['a claim', disputes.claim, 'open', undefined],
    ['a claim that waits for the payer', disputes.waitingForBuyer, 'open', undefined],
    ['a claim that PayPal reviews', disputes.underReview, 'open', undefined],
    ['a lost claim', disputes.lost, 'lost', 1250],
    ['a claim that is lost in part', disputes.partlyLost, 'lost', 500],
    ['an accepted claim', disputes.accepted, 'lost', 1250],
    ['a won claim', disputes.won, 'won', undefined],
    ['a claim that PayPal pays itself', disputes.paidByPaypal, 'won', 1250],
    ['a claim that the payer has canceled', disputes.canceledByBuyer, 'won', undefined],
    ['a denied claim', disputes.denied, 'won', undefined],
  ] as const)('is read as %s', (_title, shape, status, lostCents) => {
    const read = objects.dispute.parse(shape);
    expect(read.disputed_transactions[0]?.seller_transaction_id).toBe(PAYMENT_ID);
    expect(facts.disputeFact(PAYMENT_ID, read)).toMatchObject({
      kind: 'dispute',
      disputeId: shape.dispute_id,
      amountCents: 1250,
      status,
      lostCents,
      reason: 'merchandise_or_service_not_received',
      occurredAt: new Date('2018-09-20T06:58:42Z'),
    });
  });

  it('is read as the list of disputes of a payment, with the link to answer one', () => {
    expect(objects.disputes.parse(disputes.list).items).toEqual([{ dispute_id: disputes.claim.dispute_id }]);
    expect(objects.dispute.parse(disputes.claim).links.has('provide_evidence')).toBe(true);
    expect(objects.dispute.parse(disputes.inquiry).links.has('send_message')).toBe(true);
  });
});

const STARTED = new Date('2018-12-10T21:20:49Z');
const ENDS = new Date('2019-01-10T21:20:49Z');
const DURING = new Date('2018-12-20T00:00:00Z');

describe('a shape of PayPal’s subscriptions', () => {
  const plan = objects.plan.parse(subscriptions.plan);
  const { transactions } = objects.transactions.parse(subscriptions.transactions);
  const read = (shape: object, now = DURING) =>
    facts.subscriptionFacts(objects.subscription.parse(shape), plan, transactions, now);

  it.each([
    ['an active one', subscriptions.subscription, 'active', false],
    ['one whose payments fail', subscriptions.failingSubscription, 'past_due', false],
    ['one that ends with its period', subscriptions.suspendedSubscription, 'active', true],
    ['one that the payer has canceled', subscriptions.canceledSubscription, 'active', true],
    ['an expired one', subscriptions.expiredSubscription, 'active', true],
  ] as const)('is read as %s, with the payment that was not declined', (_title, shape, status, isEnding) => {
    expect(read(shape)).toMatchObject([
      {
        kind: 'captured',
        checkoutId: CHECKOUT_ID,
        paymentId: subscriptions.sale.id,
        amountCents: 500,
        subscription: { subscriptionId: shape.id, periodStart: STARTED, periodEnd: ENDS },
      },
      {
        kind: 'subscription',
        subscriptionId: shape.id,
        status,
        cycle: 'monthly',
        amountCents: 500,
        cancelAtPeriodEnd: isEnding,
        periodEnd: ENDS,
      },
    ]);
  });

  it('is read as a subscription that waits for the payer, who then agrees to another price', () => {
    const { createdSubscription: created, revision } = subscriptions;
    expect(facts.subscriptionFacts(objects.subscription.parse(created), plan, [], DURING)).toEqual([]);
    expect(objects.page.parse(created).links.get('approve')).toContain('ba_token');
    expect(objects.revision.parse(revision).links.get('approve')).toContain('update');
  });

  it('is read as a payment of the first version of the API, and as its refund', () => {
    expect(objects.sale.parse(subscriptions.sale).billing_agreement_id).toBe(subscriptions.subscription.id);
    expect(facts.saleRefundFact(objects.saleRefund.parse(subscriptions.saleRefund))).toEqual({
      kind: 'refund',
      paymentId: subscriptions.sale.id,
      refundId: subscriptions.saleRefund.id,
      requestId: REFUND_REQUEST_ID,
      amountCents: 200,
      status: 'succeeded',
      occurredAt: new Date('2018-12-12T15:41:51Z'),
    });
  });
});

it('reads the account’s transactions, payouts, webhooks and errors in their published shapes', () => {
  const [paid, reversed] = objects.transactionPage.parse(account.transactionPage).transaction_details;
  expect(paid?.transaction_info).toMatchObject({
    transaction_id: PAYMENT_ID,
    transaction_initiation_date: CAPTURED_AT,
    transaction_amount: { cents: 1250, currency: 'USD' },
  });
  expect(reversed?.transaction_info).toMatchObject({
    paypal_reference_id: PAYMENT_ID,
    transaction_event_code: 'T1106',
    transaction_amount: { cents: -251 },
  });
  const payoutId = account.payoutBatch.batch_header.sender_batch_header.sender_batch_id;
  expect(facts.payoutFact(objects.payoutBatch.parse(account.payoutBatch))).toMatchObject([
    { kind: 'payout', payoutId, status: 'failed', reason: 'Receiver is unregistered' },
  ]);
  expect(objects.sentBatch.parse(account.payoutBatch)).toBeDefined();
  expect(objects.webhook.parse(account.webhook).url).toBe(account.webhook.url);
  expect(objects.accessToken.parse(account.accessToken).expires_in).toBe(31_668);
  expect(objects.userInfo.parse(account.userInfo)).toEqual({ payer_id: 'WDJJHEBZ4X2LY' });
  expect(objects.error.parse(account.error)).toMatchObject({
    details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }],
  });
});

it.each(PAYPAL_EVENTS)('reads the event %s', (name) => {
  const event = events.eventOf(name, events.RESOURCES[name]);
  expect(objects.event.parse(event)).toMatchObject({ event_type: name, id: event.id });
});
