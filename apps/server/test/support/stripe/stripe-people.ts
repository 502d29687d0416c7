/**
 * Events at Stripe that happen without a call of its API: actions of payers, banks, creators, and people in the
 * Dashboard.
 */
import { bill, payInvoice, periodEnd } from './stripe-billing.ts';
import { type SessionParams, sessionParamsOf } from './stripe-checkout-endpoints.ts';
import type { Context } from './stripe-endpoint.ts';
import { attempt, capture, createPayment, decline, failRefund, refund, reverse } from './stripe-ledger.ts';
import type { Dispute, Invoice, PaymentIntent, Session, Subscription } from './stripe-objects.ts';
import { PLATFORM } from './stripe-store.ts';

export function createPeople(context: Context) {
  const { store, bank, emit } = context;

  function openSession(id: string): { session: Session; params: SessionParams } {
    const session = store.get('checkout.session', id);
    const params = sessionParamsOf.get(session);
    if (session.status !== 'open' || !params) throw new Error(`Session ${id} is ${session.status}, not open`);
    return { session, params };
  }

  function paymentOf(session: Session, params: SessionParams): PaymentIntent {
    if (session.payment_intent !== null) return store.get('payment_intent', session.payment_intent);
    const data = params.payment_intent_data;
    const payment = createPayment(store, {
      amount: session.amount_total,
      currency: session.currency,
      metadata: data?.metadata ?? {},
      destination: data?.transfer_data?.destination ?? null,
      transferred: data?.transfer_data?.amount ?? null,
      fee: data?.application_fee_amount ?? null,
    });
    session.payment_intent = payment.id;
    return payment;
  }

  function complete(session: Session, paymentStatus: Session['payment_status']): void {
    Object.assign(session, { status: 'complete', payment_status: paymentStatus, url: null });
    emit('checkout.session.completed', session);
  }

  function subscribe(session: Session, params: SessionParams): Subscription {
    const { price_data: price } = params.line_items[0] ?? {};
    const data = params.subscription_data;
    const interval = price?.recurring?.interval === 'year' ? 'year' : 'month';
    const start = store.seconds;
    const trialEnd = data?.trial_period_days === undefined ? null : start + data.trial_period_days * 86_400;
    const end = trialEnd ?? periodEnd(start, interval);
    const product = store.add('product', { name: price?.product_data.name ?? '' });
    const subscription = store.add('subscription', {
      customer: store.add('customer', { email: session.customer_email, balance: 0 }).id,
      currency: session.currency,
      metadata: data?.metadata ?? {},
      transfer_data: data?.transfer_data
        ? {
            destination: data.transfer_data.destination,
            amount_percent: data.transfer_data.amount_percent ?? null,
          }
        : null,
      trial_end: trialEnd,
      status: trialEnd === null ? 'active' : 'trialing',
      cancel_at: null,
      cancel_at_period_end: false,
      latest_invoice: null,
      items: {
        object: 'list',
        has_more: false,
        data: [
          {
            id: store.newId('si'),
            object: 'subscription_item',
            price: {
              id: store.newId('price'),
              object: 'price',
              currency: session.currency,
              unit_amount: session.amount_total,
              product: product.id,
              recurring: { interval, interval_count: 1 },
            },
            current_period_start: start,
            current_period_end: end,
          },
        ],
      },
    });
    const lines = [{ amount: trialEnd === null ? session.amount_total : 0, start, end }];
    emit('customer.subscription.created', subscription);
    emit(
      'invoice.paid',
      bill(store, subscription, { reason: 'subscription_create', lines, isDeclined: false }),
    );
    Object.assign(session, { subscription: subscription.id, customer: subscription.customer });
    return subscription;
  }

  return {
    pay(sessionId: string): void {
      const { session, params } = openSession(sessionId);
      if (session.mode === 'subscription') {
        const { status } = subscribe(session, params);
        complete(session, status === 'trialing' ? 'no_payment_required' : 'paid');
        return;
      }
      capture(store, paymentOf(session, params));
      complete(session, 'paid');
    },

    /** Declines the card. The page stays open for another one. */
    decline(sessionId: string): void {
      const { session, params } = openSession(sessionId);
      decline(store, paymentOf(session, params));
    },

    /** Pays by a method that confirms days later, such as a bank debit. */
    payLater(sessionId: string): void {
      const { session, params } = openSession(sessionId);
      attempt(store, paymentOf(session, params));
      complete(session, 'unpaid');
    },

    confirmLater(sessionId: string, isPaid: boolean): void {
      const session = store.get('checkout.session', sessionId);
      const payment = store.get('payment_intent', session.payment_intent ?? '');
      if (isPaid) capture(store, payment);
      else decline(store, payment);
      if (isPaid) session.payment_status = 'paid';
      emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
    },

    /** Ends the period: bills the next one, or ends the subscription. */
    renew(subscriptionId: string): Invoice | null {
      const subscription = store.get('subscription', subscriptionId);
      const [item] = subscription.items.data;
      const start = item.current_period_end;
      store.now = new Date(start * 1000);
      if (subscription.cancel_at !== null && subscription.cancel_at <= start) {
        subscription.status = 'canceled';
        emit('customer.subscription.deleted', subscription);
        return null;
      }
      const end = periodEnd(start, item.price.recurring.interval);
      Object.assign(item, { current_period_start: start, current_period_end: end });
      const lines = [{ amount: item.price.unit_amount, start, end }];
      const invoice = bill(store, subscription, {
        reason: 'subscription_cycle',
        lines,
        isDeclined: bank.isDeclining,
      });
      subscription.status = bank.isDeclining ? 'past_due' : 'active';
      emit(bank.isDeclining ? 'invoice.payment_failed' : 'invoice.paid', invoice);
      emit('customer.subscription.updated', subscription);
      return invoice;
    },

    /** Retries an unpaid invoice with a card that works. */
    retry(invoiceId: string): void {
      const invoice = store.get('invoice', invoiceId);
      payInvoice(store, invoice);
      const subscription = store.get('subscription', invoice.parent.subscription_details.subscription);
      subscription.status = 'active';
      emit('invoice.paid', invoice);
      emit('customer.subscription.updated', subscription);
    },

    refund(paymentId: string, amount: number): string {
      const charge = store.get('charge', store.get('payment_intent', paymentId).latest_charge ?? '');
      const hasTransfer = charge.transfer !== undefined;
      const fields = {
        amount,
        metadata: {},
        reversesTransfer: hasTransfer,
        returnsFee: charge.application_fee !== null,
        isPending: bank.refundsLater,
      };
      const created = refund(store, charge, fields);
      emit('refund.created', created);
      if (!bank.refundsLater) emit('charge.refunded', charge);
      return created.id;
    },

    /** Repeats an event about a payment, whose earlier events were lost. */
    announce(paymentId: string): void {
      emit(
        'charge.refunded',
        store.get('charge', store.get('payment_intent', paymentId).latest_charge ?? ''),
      );
    },

    confirmRefund(refundId: string): void {
      const refund = store.get('refund', refundId);
      if (refund.status !== 'pending') throw new Error(`Refund ${refundId} is ${refund.status}, not pending`);
      refund.status = 'succeeded';
      emit('refund.updated', refund);
    },

    failRefund(refundId: string): void {
      emit('refund.failed', failRefund(store, refundId));
    },

    dispute(paymentId: string, options: { amount?: number; isInquiry?: boolean } = {}): string {
      const charge = store.get('charge', store.get('payment_intent', paymentId).latest_charge ?? '');
      const { amount = charge.amount, isInquiry = false } = options;
      const dispute = store.add('dispute', {
        amount,
        currency: charge.currency,
        charge: charge.id,
        payment_intent: paymentId,
        reason: 'fraudulent',
        status: isInquiry ? 'warning_needs_response' : 'needs_response',
        evidence: { uncategorized_text: null },
        evidence_details: { due_by: store.seconds + 7 * 86_400, has_evidence: false, submission_count: 0 },
      });
      charge.disputed = true;
      if (!isInquiry) store.move(PLATFORM, null, amount);
      emit('charge.dispute.created', dispute);
      return dispute.id;
    },

    closeDispute(disputeId: string, status: Extract<Dispute['status'], 'won' | 'lost'>): void {
      const dispute = store.get('dispute', disputeId);
      if (dispute.status === 'won' || dispute.status === status)
        throw new Error(`Dispute ${disputeId} is ${dispute.status} already`);
      const isAppeal = dispute.status === 'lost' || dispute.status === 'appeal_under_review';
      dispute.status = status;
      if (status === 'won') store.move(null, PLATFORM, dispute.amount);
      // A closed dispute is not announced as closed again.
      if (!isAppeal) emit('charge.dispute.closed', dispute);
      else if (status === 'won') emit('charge.dispute.funds_reinstated', dispute);
    },

    /** Appeals a lost dispute on behalf of the platform. */
    appeal(disputeId: string): void {
      const dispute = store.get('dispute', disputeId);
      if (dispute.status !== 'lost') throw new Error(`Dispute ${disputeId} is ${dispute.status}, not lost`);
      dispute.status = 'appeal_under_review';
      emit('charge.dispute.updated', dispute);
    },

    /** Cancels in the customer portal, which sets only a date. */
    cancelInPortal(subscriptionId: string): void {
      const subscription = store.get('subscription', subscriptionId);
      subscription.cancel_at = subscription.items.data[0].current_period_end;
      emit('customer.subscription.updated', subscription);
    },

    /** Cancels in the Dashboard without waiting for the end of the period. */
    cancelAtOnce(subscriptionId: string): void {
      const subscription = store.get('subscription', subscriptionId);
      subscription.status = 'canceled';
      emit('customer.subscription.deleted', subscription);
    },

    /** Stripe pays the balance out to the platform's bank, unless payouts are manual. */
    payOutBalance(): void {
      if (context.platform.payoutInterval !== 'manual') store.move(PLATFORM, null, store.balanceOf(PLATFORM));
    },

    completeOnboarding(accountId: string): void {
      const account = store.get('account', accountId);
      Object.assign(account, { charges_enabled: true, payouts_enabled: true, details_submitted: true });
      account.capabilities.transfers = 'active';
      account.requirements = { currently_due: [], errors: [], disabled_reason: null };
      emit('account.updated', account);
    },

    reverseTransfer(transferId: string): void {
      const transfer = store.get('transfer', transferId);
      reverse(store, transferId, transfer.amount - transfer.amount_reversed, {});
      emit('transfer.reversed', transfer);
    },
  };
}
