/** Creates subscriptions of a demo in the state that the sandbox's payment page would leave. */
import type { UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { SESSION, SUBSCRIPTION } from './sandbox-objects.ts';
import { create } from './sandbox-store.ts';

export interface DemoSubscription {
  /** The id of the subscription and of its checkout. */
  readonly id: string;
  readonly tierId: string;
  readonly payerId: UserId;
  readonly creatorId: UserId;
  readonly description: string;
  readonly cycle: 'monthly' | 'yearly';
  readonly status: 'active' | 'trialing' | 'past_due';
  readonly amountCents: number;
  readonly currency: string;
  readonly feeBasisPoints: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly trialEnd: Date | null;
  readonly createdAt: Date;
}

/** Creates a subscription that the sandbox renews from its present period on. @returns its id at the sandbox */
export async function createDemoSubscription(
  tx: Writer,
  subscription: DemoSubscription,
  now: Date,
): Promise<string> {
  const { id, cycle, status, amountCents, currency, description, trialEnd, createdAt: at } = subscription;
  const session = await create(
    tx,
    SESSION,
    {
      checkoutId: id,
      method: 'stripe',
      description,
      amountCents,
      currency,
      account: null,
      subscription: { cycle, trialDays: 0 },
      statusUrl: '/',
      cancelUrl: '/',
      expiresAt: at,
      status: 'paid',
      reason: null,
    },
    { at },
  );
  const isPastDue = status === 'past_due';
  const { periodStart, periodEnd } = subscription;
  const created = await create(
    tx,
    SUBSCRIPTION,
    {
      status,
      cycle,
      amountCents,
      periodStart,
      periodEnd,
      trialEnd,
      cancelAtPeriodEnd: false,
      creditCents: 0,
      declines: isPastDue,
      failedAttempts: isPastDue ? 1 : 0,
      lastChangeId: null,
    },
    { at, parent: session.id, dueAt: isPastDue ? new Date(now.getTime() + DAY_MS) : periodEnd },
  );
  await tx
    .insertInto('checkouts')
    .values({
      id,
      idempotency_key: id,
      request_hash: '',
      purpose: 'subscription',
      subject_id: subscription.tierId,
      stream_id: null,
      creator_id: subscription.creatorId,
      payer_id: subscription.payerId,
      amount_cents: amountCents,
      fee_basis_points: subscription.feeBasisPoints,
      currency,
      provider: 'sandbox',
      is_test: true,
      method: 'stripe',
      description,
      details: '{}',
      reason: null,
      subscription: JSON.stringify({ cycle, trialDays: 0 }),
      status_path: '/subscription/success',
      provider_reference: session.id,
      redirect_url: `/sandbox/pay/${session.id}`,
      status: 'paid',
      expires_at: at,
      read_at: at,
      subscription_as_of: now,
      created_at: at,
    })
    .execute();
  return created.id;
}
