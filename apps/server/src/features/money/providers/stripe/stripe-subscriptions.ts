/** Subscriptions that a payment page has started. */
import { ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact, Subscriptions } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import * as objects from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

export function createStripeSubscriptions(api: StripeApi, reader: StripeReader): Subscriptions {
  async function setCancelAtPeriodEnd(id: string, isSet: boolean): Promise<readonly ProviderFact[]> {
    await api.call(objects.onlyId, (stripe) =>
      stripe.subscriptions.update(id, { cancel_at_period_end: isSet }),
    );
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
      await api.call(objects.onlyId, (stripe) =>
        stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: items.data[0].id, price_data: price }],
            // The difference is charged at once, and nothing changes when that fails.
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey: `change:${id}` },
        ),
      );
      return { facts: await reader.ofSubscription(subscriptionId), confirmUrl: null };
    },

    async cancel(subscriptionId, when) {
      if (when === 'period_end') return setCancelAtPeriodEnd(subscriptionId, true);
      try {
        await api.call(objects.onlyId, (stripe) => stripe.subscriptions.cancel(subscriptionId));
      } catch (error) {
        // Stripe refuses to cancel twice.
        const isCanceled = async () => (await reader.subscription(subscriptionId)).status === 'canceled';
        if (!(error instanceof ProviderRefused && (await isCanceled()))) throw error;
      }
      return reader.ofSubscription(subscriptionId);
    },

    resume: (subscriptionId) => setCancelAtPeriodEnd(subscriptionId, false),

    async portalUrl(subscriptionId, returnUrl) {
      const { customer } = await reader.subscription(subscriptionId);
      const { url } = await api.call(objects.page, (stripe) =>
        stripe.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl }),
      );
      return url;
    },
  };
}
