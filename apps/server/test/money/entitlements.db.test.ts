import { RENEWAL_HOURS } from '@tributary/contracts/memberships';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProviderFact } from '../../src/features/payments/providers/provider.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { createSubscriptionsFixture } from '../support/payments/subscriptions-fixture.ts';
import { PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const fixture = await createSubscriptionsFixture();
const { db, payments, fan, offer, open, now, advance, isEntitled, expectBalanced } = fixture;
const PERIOD_MS = 30 * DAY_MS;
const RENEWAL_MS = RENEWAL_HOURS * 3_600_000;

interface PaymentState {
  readonly id: string;
  readonly capturedAt: Date;
  readonly period: { readonly start: Date; readonly end: Date };
  isRefunded: boolean;
  dispute: 'open' | 'won' | 'lost' | null;
}

/** A provider that acts as the steps say. */
class Provider {
  readonly payments: PaymentState[] = [];
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd = false;
  period: { start: Date; end: Date };
  readonly trialEnd: Date | null;
  readonly #checkoutId: string;

  constructor(checkoutId: string, hasTrial: boolean) {
    this.#checkoutId = checkoutId;
    this.period = { start: now(), end: new Date(now().getTime() + (hasTrial ? 7 * DAY_MS : PERIOD_MS)) };
    this.trialEnd = hasTrial ? this.period.end : null;
    this.status = hasTrial ? 'trialing' : 'active';
    if (!hasTrial) this.#charge();
  }

  #charge(): void {
    const id = `payment-${crypto.randomUUID()}`;
    this.payments.push({ id, capturedAt: now(), period: this.period, isRefunded: false, dispute: null });
  }

  /** Renews at the end of a period, or later if the first attempt failed. */
  renew(isPaid: boolean): void {
    if (this.status === 'canceled' || now() < this.period.end) return;
    if (this.cancelAtPeriodEnd) this.status = 'canceled';
    else if (isPaid) {
      this.period = { start: this.period.end, end: new Date(now().getTime() + PERIOD_MS) };
      this.status = 'active';
      this.#charge();
    } else this.status = 'past_due';
  }

  /** Whether the rule entitles the subscriber. */
  isPaidFor(): boolean {
    if (this.status !== 'active' && this.status !== 'trialing') return false;
    const endMs = this.period.end.getTime() + (this.cancelAtPeriodEnd ? 0 : RENEWAL_MS);
    if (now().getTime() >= endMs) return false;
    const payment = this.payments.findLast(({ period }) => period === this.period);
    return payment ? !payment.isRefunded && payment.dispute !== 'open' && payment.dispute !== 'lost' : true;
  }

  /** The facts in any order, except that a payment comes before its corrections. */
  facts(seed: readonly number[]): ProviderFact[] {
    const checkoutId = this.#checkoutId;
    const subscriptionId = `sub-${checkoutId}`;
    const groups: ProviderFact[][] = this.payments.map((payment): ProviderFact[] => [
      {
        kind: 'captured',
        checkoutId,
        paymentId: payment.id,
        amountCents: 500,
        currency: 'USD',
        heldBy: 'platform',
        capturedAt: payment.capturedAt,
        subscription: { subscriptionId, periodStart: payment.period.start, periodEnd: payment.period.end },
      },
      ...(payment.isRefunded
        ? [
            {
              kind: 'refund' as const,
              paymentId: payment.id,
              refundId: `refund-${payment.id}`,
              requestId: null,
              amountCents: 500,
              status: 'succeeded' as const,
              occurredAt: now(),
            },
          ]
        : []),
      ...(payment.dispute
        ? [
            {
              kind: 'dispute' as const,
              paymentId: payment.id,
              disputeId: `dispute-${payment.id}`,
              amountCents: 500,
              status: payment.dispute,
              reason: 'fraudulent',
              evidenceDueAt: null,
              occurredAt: now(),
            },
          ]
        : []),
    ]);
    const { status, period, trialEnd, cancelAtPeriodEnd } = this;
    groups.push([
      {
        kind: 'subscription',
        checkoutId,
        subscriptionId,
        status,
        cycle: 'monthly',
        amountCents: 500,
        trialEnd,
        periodStart: period.start,
        periodEnd: period.end,
        cancelAtPeriodEnd,
        creditCents: 0,
      },
    ]);
    return groups
      .map((group, index) => ({ group, rank: seed[index % seed.length] ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .flatMap(({ group }) => group);
  }
}

const anyPayment = fc.nat(5);
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: PERIOD_MS }) }),
  fc.record({ kind: fc.constant('end' as const), isPaid: fc.boolean() }),
  fc.record({ kind: fc.constant('refund' as const), payment: anyPayment }),
  fc.record({
    kind: fc.constantFrom('dispute' as const, 'win' as const, 'lose' as const),
    payment: anyPayment,
  }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const, 'cancel-now' as const) }),
);

it(
  'entitles a subscriber exactly while the period is paid and not refunded, in any order and number of facts',
  PROPERTY_TIMEOUT,
  async () => {
    const tier = await offer();
    const restoreState = await fixture.saveState();
    const run = fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      async (hasTrial, steps, seed) => {
        await restoreState();
        const payer = await fan();
        const { id } = await open(tier, payer);
        const provider = new Provider(id, hasTrial);
        const report = (facts: readonly ProviderFact[], asOf: Date) =>
          db.transact((tx) => payments.settlement.apply(tx, 'sandbox', facts, asOf));
        await report(provider.facts(seed), now());
        expect(await isEntitled(payer)).toBe(provider.isPaidFor());
        for (const one of steps) {
          const [old, oldAsOf] = [provider.facts(seed).filter(({ kind }) => kind === 'subscription'), now()];
          advance(1);
          if (one.kind === 'pass') advance(one.ms);
          if (one.kind === 'end') {
            if (now() < provider.period.end) advance(provider.period.end.getTime() - now().getTime());
            provider.renew(one.isPaid);
          }
          const payment = 'payment' in one ? provider.payments[one.payment] : undefined;
          if (payment && one.kind === 'refund' && payment.dispute === null) payment.isRefunded = true;
          if (payment && one.kind === 'dispute' && !payment.isRefunded) payment.dispute ??= 'open';
          if (payment?.dispute === 'open' && one.kind === 'win') payment.dispute = 'won';
          if (payment?.dispute === 'open' && one.kind === 'lose') payment.dispute = 'lost';
          if (provider.status !== 'canceled') {
            if (one.kind === 'cancel') provider.cancelAtPeriodEnd = true;
            if (one.kind === 'resume') provider.cancelAtPeriodEnd = false;
            if (one.kind === 'cancel-now') provider.status = 'canceled';
          }
          const facts = provider.facts(seed);
          await report(facts, now());
          await report(facts, now());
          // Facts that were read before, and arrive late.
          await report(old, oldAsOf);
          expect(await isEntitled(payer), JSON.stringify(one)).toBe(provider.isPaidFor());
        }
        await expectBalanced();
      },
    );
    await fc.assert(run, runs(20));
  },
);
