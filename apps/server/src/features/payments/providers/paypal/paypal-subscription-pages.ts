/** Opens payment pages of subscriptions. Each has its own plan, which is deactivated when the page is closed. */
import { toDecimal } from '../../ledger/amounts.ts';
import type { CheckoutRequest } from '../provider.ts';
import type { PaypalApi } from './paypal-api.ts';
import * as objects from './paypal-objects.ts';
import { customId } from './paypal-objects.ts';
import { isRefusal, pathOf } from './paypal-reader.ts';
import type * as wire from './paypal-types.ts';

/** The product of all subscriptions; payers see the name of the plan. */
const PRODUCT = {
  id: 'TRIBUTARY-SUBSCRIPTIONS',
  name: 'Subscriptions',
  type: 'SERVICE',
} as const satisfies wire.ProductRequest;

/** Limits of PayPal. */
const NAME_MAX = 127;
const MAX_FAILURES = 3;

export interface PlanRequest {
  /** The idempotency key. */
  readonly requestId: string;
  readonly name: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly cycle: 'monthly' | 'yearly';
  readonly trialDays: number;
}

export async function createPlan(api: PaypalApi, request: PlanRequest): Promise<string> {
  const { requestId, name, amountCents, currency, cycle, trialDays } = request;
  const price = { fixed_price: { currency_code: currency, value: toDecimal(amountCents) } };
  const trial = {
    tenure_type: 'TRIAL',
    sequence: 1,
    total_cycles: 1,
    frequency: { interval_unit: 'DAY', interval_count: trialDays },
  } as const;
  const regular = {
    tenure_type: 'REGULAR',
    sequence: trialDays > 0 ? 2 : 1,
    // 0 renews until the subscription is canceled.
    total_cycles: 0,
    frequency: { interval_unit: cycle === 'yearly' ? 'YEAR' : 'MONTH', interval_count: 1 },
    pricing_scheme: price,
  } as const;
  const body = {
    product_id: PRODUCT.id,
    name: name.slice(0, NAME_MAX),
    billing_cycles: trialDays > 0 ? [trial, regular] : [regular],
    // An unpaid period gives no access, so its amount is not charged later.
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: MAX_FAILURES },
  } satisfies wire.PlanRequest;
  const { id } = await api.call(objects.onlyId, 'POST /v1/billing/plans', { requestId, body });
  return id;
}

async function createProduct(api: PaypalApi): Promise<void> {
  try {
    await api.call(objects.onlyId, 'POST /v1/catalogs/products', { body: PRODUCT });
  } catch (error) {
    if (!isRefusal(error, ['DUPLICATE_RESOURCE_IDENTIFIER'])) throw error;
  }
}

export async function openSubscriptionPage(
  api: PaypalApi,
  { id, description, amountCents, currency, statusUrl, cancelUrl }: CheckoutRequest,
  { cycle, trialDays }: NonNullable<CheckoutRequest['subscription']>,
) {
  await createProduct(api);
  const price = { amountCents, currency, cycle, trialDays };
  const planId = await createPlan(api, { requestId: `plan:${id}`, name: description, ...price });
  return api.call(objects.page, 'POST /v1/billing/subscriptions', {
    requestId: `checkout:${id}`,
    body: {
      plan_id: planId,
      custom_id: customId('checkout', id),
      application_context: {
        user_action: 'SUBSCRIBE_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: statusUrl,
        cancel_url: cancelUrl,
      },
    } satisfies wire.SubscriptionRequest,
  });
}

/** Deactivates the plan, since PayPal cannot close the page. An inactive plan marks a later approval as void. */
export async function closeSubscriptionPage(api: PaypalApi, of: objects.Subscription): Promise<void> {
  if (of.status !== 'APPROVAL_PENDING') return;
  await api.call(objects.nothing, `POST /v1/billing/plans/${pathOf(of.plan_id)}/deactivate`);
}
