/** Opens payment pages (orders), refunds payments and lists them. */
import { toDecimal } from '../../ledger/amounts.ts';
import { ProviderUnavailable } from '../provider.errors.ts';
import type { CheckoutRequest, PaymentProvider, ProviderFact, RefundRequest } from '../provider.ts';
import { type PaypalApi, PaypalRefused } from './paypal-api.ts';
import { CLOSED_INTENT, referenceOf, refundFact, saleRefundFact } from './paypal-facts.ts';
import * as objects from './paypal-objects.ts';
import { customId } from './paypal-objects.ts';
import { isRefusal, NOT_FOUND, type PaypalReader, pathOf } from './paypal-reader.ts';
import { closeSubscriptionPage, openSubscriptionPage } from './paypal-subscription-pages.ts';
import type * as wire from './paypal-types.ts';

/** PayPal's limit for a description. */
const DESCRIPTION_MAX = 127;

type Payments = Pick<PaymentProvider, 'openCheckout' | 'closeCheckout' | 'readCheckout' | 'refund'>;

function partsOf(reference: string) {
  const [id = '', checkoutId = ''] = reference.split(':');
  return { id, checkoutId, isSubscription: id.startsWith('I-') };
}

export function createPaypalPayments(api: PaypalApi, reader: PaypalReader): Payments {
  async function read(reference: string): Promise<readonly ProviderFact[]> {
    const { id, checkoutId, isSubscription } = partsOf(reference);
    try {
      return await (isSubscription ? reader.ofSubscription(id) : reader.ofOrder(id));
    } catch (error) {
      if (!isRefusal(error, NOT_FOUND)) throw error;
      return [{ kind: 'checkout_closed', checkoutId, outcome: 'expired', reason: null }];
    }
  }

  /** Finds the refund that was made under this id before, since PayPal forgets the ids of requests. */
  async function earlierRefund(orderId: string, id: string) {
    const [{ payments }] = (await reader.order(orderId)).purchase_units;
    return payments.refunds.find((refund) => objects.ownId('refund', refund.custom_id) === id);
  }

  /** Refunds a payment of a subscription. */
  async function refundSale({ id, paymentId, amountCents, currency }: RefundRequest) {
    const refund = await api.call(objects.saleRefund, `POST /v1/payments/sale/${pathOf(paymentId)}/refund`, {
      requestId: `refund:${id}`,
      body: {
        amount: { total: toDecimal(amountCents), currency },
        invoice_number: customId('refund', id),
      } satisfies wire.SaleRefundRequest,
    });
    return [saleRefundFact(refund)];
  }

  return {
    async openCheckout(request) {
      const { id, links } = request.subscription
        ? await openSubscriptionPage(api, request, request.subscription)
        : await api.call(objects.page, 'POST /v2/checkout/orders', {
            requestId: `checkout:${request.id}`,
            body: orderOf(request),
          });
      const redirectUrl = links.get('approve') ?? links.get('payer-action');
      if (redirectUrl === undefined) throw new ProviderUnavailable('PayPal named no payment page');
      return { reference: referenceOf(id, request.id), redirectUrl };
    },

    async closeCheckout(reference) {
      const { id, isSubscription } = partsOf(reference);
      try {
        if (isSubscription) await closeSubscriptionPage(api, await reader.subscription(id));
        else {
          // PayPal captures no order of this intent, so that this change decides between closing and a concurrent
          // capture.
          const body = [{ op: 'replace', path: '/intent', value: CLOSED_INTENT }] satisfies wire.Patch[];
          await api.call(objects.nothing, `PATCH /v2/checkout/orders/${pathOf(id)}`, { body });
        }
      } catch (error) {
        // The order was paid, closed or forgotten before; reading it says which.
        if (!(error instanceof PaypalRefused)) throw error;
      }
      return read(reference);
    },

    readCheckout: read,

    async refund(request) {
      const { id, paymentId, amountCents, currency } = request;
      const orderId = (await reader.capture(paymentId))?.supplementary_data?.related_ids.order_id;
      if (orderId === undefined) return refundSale(request);
      const refund =
        (await earlierRefund(orderId, id)) ??
        (await api.call(objects.refund, `POST /v2/payments/captures/${pathOf(paymentId)}/refund`, {
          requestId: `refund:${id}`,
          body: {
            amount: { currency_code: currency, value: toDecimal(amountCents) },
            custom_id: customId('refund', id),
          } satisfies wire.RefundRequest,
        }));
      return [refundFact(paymentId, refund)];
    },
  };
}

/** The order shares no data about the payer with PayPal, and asks for no name or address. */
function orderOf({
  id,
  description,
  amountCents,
  currency,
  statusUrl,
  cancelUrl,
}: CheckoutRequest): wire.OrderRequest {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: customId('checkout', id),
        // PayPal takes one payment per invoice.
        invoice_id: id,
        description: description.slice(0, DESCRIPTION_MAX),
        amount: { currency_code: currency, value: toDecimal(amountCents) },
      },
    ],
    application_context: {
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
      payment_method: { payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
      return_url: statusUrl,
      cancel_url: cancelUrl,
    },
  };
}
