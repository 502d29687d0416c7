/**
 * Lists the payments of the account by PayPal's Transaction Search, which includes a payment after up to three hours.
 */
import { DAY_MS } from '#platform/durations.ts';
import type { ListedPayment, PaymentProvider } from '../provider.ts';
import type { PaypalApi } from './paypal-api.ts';
import * as objects from './paypal-objects.ts';

/** The longest period that PayPal searches. */
const SPAN_MS = 31 * DAY_MS;
const PAGE_SIZE = 500;

/** Codes of transactions: payments are T00.., refunds that the account made T1107, reversals by PayPal T1106. */
const PAYMENT = /^T00/;
const REFUNDS = ['T1106', 'T1107'];
/** Denied and pending transactions moved no money. */
const WITHOUT_MONEY = ['D', 'P'];

export function createPaypalTransactions(
  api: PaypalApi,
  now: () => Date,
): Pick<PaymentProvider, 'listPayments'> {
  async function* between(since: Date, until: Date): AsyncIterable<objects.ListedTransaction> {
    for (let from = since; from < until; from = new Date(from.getTime() + SPAN_MS)) {
      const to = new Date(Math.min(from.getTime() + SPAN_MS, until.getTime()));
      for (let page = 1, pages = 1; page <= pages; page++) {
        const search = new URLSearchParams({
          start_date: from.toISOString(),
          end_date: to.toISOString(),
          fields: 'transaction_info',
          page_size: String(PAGE_SIZE),
          page: String(page),
        });
        const found = await api.call(objects.transactionPage, `GET /v1/reporting/transactions?${search}`);
        pages = found.total_pages;
        for (const { transaction_info: info } of found.transaction_details) yield info;
      }
    }
  }

  return {
    async *listPayments(since, until): AsyncIterable<ListedPayment> {
      const payments: Omit<ListedPayment, 'refundedCents'>[] = [];
      const refunded = new Map<string, number>();
      // Searches up to now, since a payment may have been refunded after the period.
      for await (const one of between(since, now())) {
        const { transaction_id: paymentId, paypal_reference_id: of, transaction_amount: amount } = one;
        if (!amount || WITHOUT_MONEY.includes(one.transaction_status)) continue;
        const { transaction_event_code: code, transaction_initiation_date: capturedAt } = one;
        if (REFUNDS.includes(code) && of !== undefined) {
          refunded.set(of, (refunded.get(of) ?? 0) - amount.cents);
        } else if (PAYMENT.test(code) && amount.cents > 0 && capturedAt >= since && capturedAt < until) {
          payments.push({ paymentId, amountCents: amount.cents, currency: amount.currency, capturedAt });
        }
      }
      for (const payment of payments) {
        yield { ...payment, refundedCents: refunded.get(payment.paymentId) ?? 0 };
      }
    },
  };
}
