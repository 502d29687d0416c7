/** Changes, cancels and resumes subscriptions that a payment page has started. */
import type Stripe from 'stripe';
import { ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact, Subscriptions } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import { endsWithPeriod } from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

export function createStripeSubscriptions(api: StripeApi, reader: StripeReader): Subscriptions {
  const update = (id: string, params: Stripe.SubscriptionUpdateParams) =>
    api.call(objects.onlyId, (stripe) => stripe.subscriptions.update(id, params));

  async function cancelAtPeriodEnd(id: string): Promise<readonly ProviderFact[]> {
    // Stripe does not accept the flag beside a date, which the customer portal sets.
    if (!endsWithPeriod(await reader.subscription(id))) await update(id, { cancel_at_period_end: true });
    return reader.ofSubscription(id);
  }

  async function resume(id: string): Promise<readonly ProviderFact[]> {
    const { status, cancel_at_period_end: isFlagged } = await reader.subscription(id);
    if (isFlagged || status === 'canceled') await update(id, { cancel_at_period_end: false });
    // Clearing the flag clears a date that the flag has set.
    if ((await reader.subscription(id)).cancel_at !== null) await update(id, { cancel_at: '' });
    return reader.ofSubscription(id);
  }

  return {
    async change({ id, subscriptionId, amountCents, cycle, description }) {
      const { currency, items } = await reader.subscription(subscriptionId);
      const product = await api.call(objects.onlyId, (stripe) =>
        stripe.products.create({ name: description }, { idempotencyKey: `product:${id}` }),
      );
      const recurring = { interval: cycle === 'yearly' ? 'year' : 'month' } as const;
      const price = { currency, product: product.id, unit_amount: amountCents, recurring };
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id: items.data[0].id, price_data: price }],
        // Charges the difference at once. If that fails, the subscription stays as it is.
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      };
      await api.callOnce(objects.onlyId, `change:${id}`, (stripe, options) =>
        stripe.subscriptions.update(subscriptionId, params, options),
      );
      return { facts: await reader.ofSubscription(subscriptionId), confirmUrl: null };
    },

    async cancel(subscriptionId, when) {
      if (when === 'period_end') return cancelAtPeriodEnd(subscriptionId);
      try {
        await api.call(objects.onlyId, (stripe) => stripe.subscriptions.cancel(subscriptionId));
      } catch (error) {
        // Stripe refuses to cancel a subscription twice.
        const isCanceled = async () => (await reader.subscription(subscriptionId)).status === 'canceled';
        if (!(error instanceof ProviderRefused && (await isCanceled()))) throw error;
      }
      return reader.ofSubscription(subscriptionId);
    },

    resume,

    async portalUrl(subscriptionId, returnUrl) {
      const { customer } = await reader.subscription(subscriptionId);
      const { url } = await api.call(objects.page, (stripe) =>
        stripe.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl }),
      );
      return url;
    },
  };
}
