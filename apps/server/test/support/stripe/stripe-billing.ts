/** Subscriptions at Stripe: periods, invoices and their payment. */
import { StripeAnswerError } from './stripe-errors.ts';
import { capture, createPayment, decline } from './stripe-ledger.ts';
import type { Invoice, Price, Subscription } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** The same day of the next month or year, in seconds. */
export function periodEnd(start: number, interval: 'month' | 'year'): number {
  const date = new Date(start * 1000);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.getTime() / 1000;
}

interface InvoiceFields {
  readonly reason: Invoice['billing_reason'];
  readonly lines: readonly { readonly amount: number; readonly start: number; readonly end: number }[];
  readonly isDeclined: boolean;
}

/** Bills the sum of the lines less the credit of the customer. A negative sum adds to the credit. */
export function bill(store: StripeStore, subscription: Subscription, fields: InvoiceFields): Invoice {
  const { reason, lines, isDeclined } = fields;
  const customer = store.get('customer', subscription.customer);
  const owed = lines.reduce((sum, { amount }) => sum + amount, customer.balance);
  const due = Math.max(0, owed);
  customer.balance = Math.min(0, owed);
  const invoice = store.add('invoice', {
    customer: subscription.customer,
    amount_due: due,
    billing_reason: reason,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    lines: {
      object: 'list',
      has_more: false,
      data: lines.map(({ amount, start, end }) => ({
        id: store.newId('il'),
        object: 'line_item' as const,
        amount,
        period: { start, end },
      })),
    },
    amount_paid: 0,
    status: due === 0 ? 'paid' : 'open',
  });
  subscription.latest_invoice = invoice.id;
  if (due === 0) return invoice;
  const { transfer_data: destination } = subscription;
  const percent = destination?.amount_percent ?? null;
  const payment = createPayment(store, {
    amount: due,
    currency: subscription.currency,
    // Payments of invoices lack the metadata of the subscription.
    metadata: {},
    destination: destination?.destination ?? null,
    transferred: percent === null ? null : Math.round((due * percent) / 100),
    fee: null,
  });
  store.add('invoice_payment', {
    invoice: invoice.id,
    amount_requested: due,
    payment: { type: 'payment_intent', payment_intent: payment.id },
    status: 'open',
  });
  if (isDeclined) decline(store, payment);
  else payInvoice(store, invoice);
  return invoice;
}

export function payInvoice(store: StripeStore, invoice: Invoice): void {
  const link = store.all('invoice_payment').find((one) => one.invoice === invoice.id);
  if (!link) return;
  capture(store, store.get('payment_intent', link.payment.payment_intent));
  link.status = 'paid';
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
}

interface ChangeFields {
  readonly price: Price;
  readonly proration: 'always_invoice' | 'create_prorations' | 'none';
  readonly refusesUnpaid: boolean;
  readonly isDeclined: boolean;
}

/** Changes the price: the rest of the old one is credited. Another interval starts a new period. */
export function changePrice(
  store: StripeStore,
  subscription: Subscription,
  fields: ChangeFields,
): Invoice | null {
  const { price, proration, refusesUnpaid, isDeclined } = fields;
  const [item] = subscription.items.data;
  const { current_period_start: start, current_period_end: end } = item;
  const isSameCycle = price.recurring.interval === item.price.recurring.interval;
  const now = store.seconds;
  const rest = (end - now) / (end - start);
  const newEnd = isSameCycle ? end : periodEnd(now, price.recurring.interval);
  const lines = [
    { amount: -Math.round(item.price.unit_amount * rest), start: now, end },
    {
      amount: isSameCycle ? Math.round(price.unit_amount * rest) : price.unit_amount,
      start: now,
      end: newEnd,
    },
  ];
  const isDue = lines.reduce((sum, { amount }) => sum + amount, 0) > 0;
  if (isDue && isDeclined && refusesUnpaid) {
    throw new StripeAnswerError(402, 'Your card was declined.', {
      type: 'card_error',
      code: 'card_declined',
    });
  }
  item.price = price;
  if (!isSameCycle) Object.assign(item, { current_period_start: now, current_period_end: newEnd });
  const isBilled = proration === 'always_invoice' && subscription.status !== 'trialing';
  return isBilled ? bill(store, subscription, { reason: 'subscription_update', lines, isDeclined }) : null;
}
