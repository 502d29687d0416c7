/** Reads the present state at Stripe, always from the API and never from the body of an event. */
import type { ProviderFact } from '../provider.ts';
import { afterCapture } from '../refund-order.ts';
import type { StripeApi } from './stripe-api.ts';
import {
  capturedFact,
  disputeFact,
  invoiceOrigin,
  type PaymentOrigin,
  refundFact,
  subscriptionFact,
} from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';

type Facts = Promise<readonly ProviderFact[]>;

const PAGE = 100;

export function createStripeReader(api: StripeApi) {
  const payment = (id: string) =>
    api.call(objects.paymentIntent, (stripe) =>
      stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    );

  const invoice = (id: string) =>
    api.call(objects.invoice, (stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));

  const subscription = (id: string) =>
    api.call(objects.subscription, (stripe) => stripe.subscriptions.retrieve(id, { expand: ['customer'] }));

  const refunds = (paymentId: string) =>
    api.all(objects.refund, (stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: PAGE }));

  const disputes = (paymentId: string) =>
    api.all(objects.dispute, (stripe) => stripe.disputes.list({ payment_intent: paymentId, limit: PAGE }));

  async function capturesOf(of: objects.Invoice): Facts {
    const origin = invoiceOrigin(of);
    const paid = of.payments.data.filter(({ status }) => status === 'paid');
    const ids = paid.flatMap(({ payment: { payment_intent: id } }) => (id === undefined ? [] : [id]));
    const payments = await Promise.all(origin ? ids.map(payment) : []);
    return origin ? payments.flatMap((one) => capturedFact(one, origin)) : [];
  }

  /**
   * Finds the checkout of a payment; payments of subscriptions name it on the invoice. Null if it is not of this
   * instance.
   */
  async function originOf(of: objects.PaymentIntent): Promise<PaymentOrigin | null> {
    const checkoutId = of.metadata[METADATA.checkout];
    if (checkoutId !== undefined) return { checkoutId, subscription: null };
    const [link] = await api.all(objects.invoicePayment, (stripe) =>
      stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: of.id } }),
    );
    return link ? invoiceOrigin(await invoice(link.invoice)) : null;
  }

  async function ofSubscription(id: string): Facts {
    const read = await subscription(id);
    const fact = subscriptionFact(read);
    if (fact.length === 0 || read.latest_invoice === null) return fact;
    return [...(await capturesOf(await invoice(read.latest_invoice))), ...fact];
  }

  return {
    payment,
    refunds,
    disputes,
    subscription,
    ofSubscription,

    async ofInvoice(id: string): Facts {
      const read = await invoice(id);
      const origin = invoiceOrigin(read)?.subscription;
      if (!origin) return [];
      return [...(await capturesOf(read)), ...subscriptionFact(await subscription(origin.subscriptionId))];
    },

    /** The capture, followed by its refunds and disputes. */
    async ofPayment(id: string): Facts {
      const read = await payment(id);
      const origin = await originOf(read);
      const captured = origin ? capturedFact(read, origin) : [];
      if (captured.length === 0) return [];
      return [
        ...captured,
        ...afterCapture(
          (await refunds(id)).map((refund) => refundFact(id, refund)),
          (await disputes(id)).flatMap((dispute) => disputeFact(id, dispute)),
        ),
      ];
    },

    async ofCheckout(reference: string): Facts {
      const session = await api.call(objects.session, (stripe) =>
        stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }),
      );
      const checkoutId = session.metadata?.[METADATA.checkout];
      if (checkoutId === undefined) return [];
      if (session.status === 'expired') {
        return [{ kind: 'checkout_closed', checkoutId, outcome: 'expired', reason: null }];
      }
      if (session.status !== 'complete') return [];
      if (session.subscription !== null) return ofSubscription(session.subscription);
      const { payment_intent: paid } = session;
      // A payment by a method that confirms later, such as a bank debit, can fail after the session was completed.
      if (paid?.status === 'requires_payment_method' || paid?.status === 'canceled') {
        const reason = paid.last_payment_error?.message ?? null;
        return [{ kind: 'checkout_closed', checkoutId, outcome: 'failed', reason }];
      }
      return paid ? capturedFact(paid, { checkoutId, subscription: null }) : [];
    },
  };
}

export type StripeReader = ReturnType<typeof createStripeReader>;
