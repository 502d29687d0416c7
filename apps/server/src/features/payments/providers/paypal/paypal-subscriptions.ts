/** Changes, cancels and resumes subscriptions that a payment page has started. */
import { localized } from '#platform/messages/index.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { Subscriptions } from '../provider.ts';
import type { PaypalApi } from './paypal-api.ts';
import { cycleOf } from './paypal-facts.ts';
import * as objects from './paypal-objects.ts';
import { isRefusal, type PaypalReader, pathOf } from './paypal-reader.ts';
import { createPlan } from './paypal-subscription-pages.ts';
import type * as wire from './paypal-types.ts';

interface Options {
  readonly api: PaypalApi;
  readonly reader: PaypalReader;
  readonly currency: string;
  /** The site on which payers manage their subscriptions. */
  readonly websiteUrl: string;
}

export function createPaypalSubscriptions({ api, reader, currency, websiteUrl }: Options): Subscriptions {
  /** Sets a status. PayPal refuses to set one that the subscription already has. */
  async function setStatus(
    id: string,
    action: 'suspend' | 'activate' | 'cancel',
    { status, reason }: { status: string; reason: string },
  ) {
    try {
      const route = `POST /v1/billing/subscriptions/${pathOf(id)}/${action}` as const;
      await api.call(objects.nothing, route, { body: { reason } satisfies wire.SubscriptionReason });
    } catch (error) {
      if (!isRefusal(error, ['SUBSCRIPTION_STATUS_INVALID'])) throw error;
      const { status: found } = await reader.subscription(id);
      if (found !== status) {
        throw new ProviderRefused(localized('errors.provider.paypal_subscription_ended'), { cause: error });
      }
    }
    return reader.ofSubscription(id);
  }

  return {
    async change({ id, subscriptionId, amountCents, cycle, description, returnUrl }) {
      const { plan_id: planId } = await reader.subscription(subscriptionId);
      const plan = await reader.plan(planId);
      const regular = plan.billing_cycles.find(({ tenure_type: type }) => type === 'REGULAR');
      if (cycleOf(plan) !== cycle) {
        throw new ProviderRefused(localized('errors.provider.paypal_cycle'));
      }
      const facts = await reader.ofSubscription(subscriptionId);
      if (regular?.pricing_scheme?.fixed_price.cents === amountCents) return { facts, confirmUrl: null };
      const price = { amountCents, currency, cycle, trialDays: 0 };
      const newPlanId = await createPlan(api, { requestId: `change:${id}`, name: description, ...price });
      const { links } = await api.call(
        objects.revision,
        `POST /v1/billing/subscriptions/${pathOf(subscriptionId)}/revise`,
        {
          body: {
            plan_id: newPlanId,
            application_context: {
              shipping_preference: 'NO_SHIPPING',
              return_url: returnUrl,
              cancel_url: returnUrl,
            },
          } satisfies wire.SubscriptionRevision,
        },
      );
      return { facts, confirmUrl: links.get('approve') ?? null };
    },
    async cancel(id, when) {
      if (when === 'period_end')
        return setStatus(id, 'suspend', {
          status: 'SUSPENDED',
          reason: 'The subscription ends with its period.',
        });
      const facts = await setStatus(id, 'cancel', {
        status: 'CANCELLED',
        reason: 'The subscription was canceled.',
      });
      // Read by itself, the canceled subscription would last until the end of its period.
      return facts.map((fact) =>
        fact.kind === 'subscription' ? { ...fact, status: 'canceled', cancelAtPeriodEnd: false } : fact,
      );
    },
    resume: (id) => setStatus(id, 'activate', { status: 'ACTIVE', reason: 'The subscription continues.' }),
    portalUrl: async () => `${websiteUrl}/myaccount/autopay/`,
  };
}
