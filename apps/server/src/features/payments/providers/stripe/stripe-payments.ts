/** Opens payment pages (Checkout Sessions), refunds payments and lists them. */
import type Stripe from 'stripe';
import { splitFee } from '../../ledger/fees.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { CheckoutRequest, ListedPayment, PaymentProvider } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import { isCaptured, refundFact } from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

/**
 * Stripe expires sessions 30 minutes after their creation at the earliest. The caller ends them earlier by
 * `closeCheckout`; this delay is for a caller that is down. It depends on the request alone, since a repeated request
 * must be the same.
 */
const EXPIRY_DELAY_MS = 40 * 60_000;

type RefundParams = Stripe.RefundCreateParams;
type Payments = Pick<
  PaymentProvider,
  'openCheckout' | 'closeCheckout' | 'readCheckout' | 'refund' | 'listPayments'
>;

export function createStripePayments(api: StripeApi, reader: StripeReader): Payments {
  return {
    async openCheckout(request) {
      const { id: reference, url: redirectUrl } = await api.call(objects.createdSession, (stripe) =>
        stripe.checkout.sessions.create(sessionParams(request), { idempotencyKey: `checkout:${request.id}` }),
      );
      return { reference, redirectUrl };
    },

    async closeCheckout(reference) {
      try {
        await api.call(objects.onlyId, (stripe) => stripe.checkout.sessions.expire(reference));
      } catch (error) {
        // The session was completed or expired before; reading it says which.
        if (!(error instanceof ProviderRefused)) throw error;
      }
      return reader.ofCheckout(reference);
    },

    readCheckout: (reference) => reader.ofCheckout(reference),

    async refund({ id, paymentId, amountCents }) {
      const { latest_charge: charge } = await reader.payment(paymentId);
      // The metadata of a refund identifies its request, also under another idempotency key and after Stripe has
      // forgotten it.
      const earlier = (await reader.refunds(paymentId)).find((one) => one.metadata?.[METADATA.refund] === id);
      const params: RefundParams = {
        payment_intent: paymentId,
        amount: amountCents,
        metadata: { [METADATA.refund]: id },
        // Without these parameters the platform would pay the creator's share. Stripe returns the share of the fee.
        ...(charge?.transfer && ({ reverse_transfer: true } satisfies RefundParams)),
        ...(charge?.application_fee && ({ refund_application_fee: true } satisfies RefundParams)),
      };
      const refund =
        earlier ??
        (await api.callOnce(objects.refund, `refund:${id}`, (stripe, options) =>
          stripe.refunds.create(params, options),
        ));
      return [refundFact(paymentId, refund)];
    },

    async *listPayments(since, until): AsyncIterable<ListedPayment> {
      const created = { gte: toSeconds(since), lt: toSeconds(until) };
      for await (const charge of api.each(objects.charge, (stripe) =>
        stripe.charges.list({ created, limit: 100 }),
      )) {
        if (!isCaptured(charge)) continue;
        yield {
          paymentId: charge.payment_intent ?? charge.id,
          amountCents: charge.amount,
          refundedCents: charge.amount_refunded,
          currency: charge.currency,
          capturedAt: charge.created,
        };
      }
    },
  };
}

/** Stripe counts whole seconds: the first second that begins at or after `date`. */
const toSeconds = (date: Date): number => Math.ceil(date.getTime() / 1000);

type SessionParams = Stripe.Checkout.SessionCreateParams;
type PaymentData = SessionParams['payment_intent_data'];
type SubscriptionData = SessionParams['subscription_data'];

function sessionParams(request: CheckoutRequest): SessionParams {
  const { id, purpose, description, amountCents, feeBasisPoints, subscription, payer } = request;
  const metadata = { [METADATA.checkout]: id };
  const { account } = request.recipient;
  const { fee } = splitFee(amountCents, feeBasisPoints);
  const recurring = subscription && { interval: subscription.cycle === 'yearly' ? 'year' : 'month' };
  const destination = account === null ? null : { destination: account };
  const common: SessionParams = {
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: amountCents,
          product_data: { name: description },
          ...(recurring && { recurring }),
        },
      },
    ],
    client_reference_id: id,
    metadata,
    success_url: request.statusUrl,
    cancel_url: request.cancelUrl,
    expires_at: toSeconds(new Date(request.expiresAt.getTime() + EXPIRY_DELAY_MS)),
    ...(payer && ({ customer_email: payer.email } satisfies SessionParams)),
  };
  if (!subscription) {
    return {
      ...common,
      mode: 'payment',
      ...(purpose === 'donation' && ({ submit_type: 'donate' } satisfies SessionParams)),
      payment_intent_data: {
        description,
        metadata,
        ...(destination && ({ transfer_data: destination } satisfies PaymentData)),
        ...(destination && fee > 0 && ({ application_fee_amount: fee } satisfies PaymentData)),
      },
    };
  }
  return {
    ...common,
    mode: 'subscription',
    subscription_data: {
      description,
      metadata,
      ...(destination &&
        ({
          // `application_fee_percent` would need a request on behalf of the connected account.
          transfer_data: { ...destination, amount_percent: (10_000 - feeBasisPoints) / 100 },
        } satisfies SubscriptionData)),
      ...(subscription.trialDays > 0 &&
        ({ trial_period_days: subscription.trialDays } satisfies SubscriptionData)),
    },
  };
}
