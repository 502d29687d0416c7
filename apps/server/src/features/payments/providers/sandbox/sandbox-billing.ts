/** Charges at the sandbox: single payments, and subscriptions with trials, renewals, retries and proration. */
import type { Database, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { periodAfter } from '../billing-period.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { HeldBy, ProviderFact, Subscriptions } from '../provider.ts';
import { prorate } from './billing-cycle.ts';
import { factsOfSession } from './sandbox-facts.ts';
import {
  PAYMENT,
  type Payment,
  SESSION,
  type Session,
  SUBSCRIPTION,
  type Subscription,
} from './sandbox-objects.ts';
import { create, dueIds, get, lock, type SandboxObject, save } from './sandbox-store.ts';
import type { SandboxWebhooks } from './sandbox-webhooks.ts';

/** Days from each failed payment of a renewal to the next attempt. After the last one the subscription ends. */
const RETRY_DAYS = [1, 3, 5];
const RENEWALS_PER_RUN = 200;

export interface SandboxBilling extends Omit<Subscriptions, 'portalUrl'> {
  /** Charges the amount of a payment page. @param delayMs the delay of the webhook */
  charge(tx: Writer, session: SandboxObject<Session>, delayMs: number): Promise<void>;
  /** Renews, retries and ends the subscriptions that are due. */
  renewDue(): Promise<void>;
  /** Sets whether the payer's card is declined from now on. A card that works again is charged at once. */
  setDeclines(subscriptionId: string, declines: boolean): Promise<void>;
  /** Ends the period or trial now, and renews or ends the subscription. */
  endPeriod(subscriptionId: string): Promise<void>;
}

interface BillingOptions {
  readonly db: Database;
  readonly webhooks: Pick<SandboxWebhooks, 'announce'>;
  /** The holder of payments by this method to creators with an account. */
  readonly heldBy: (method: string) => HeldBy;
  readonly now: () => Date;
}

export function createSandboxBilling({ db, webhooks, heldBy, now }: BillingOptions): SandboxBilling {
  const sessionOf = ({ parent }: SandboxObject<Subscription>) => parent ?? '';

  async function capture(
    tx: Writer,
    session: SandboxObject<Session>,
    amountCents: number,
    paidFor: {
      readonly key: string;
      readonly subscription: Payment['subscription'];
      readonly delayMs?: number;
    },
  ): Promise<void> {
    const { currency, method, account } = session.state;
    const holder: HeldBy = account === null && heldBy(method) === 'creator_net' ? 'platform' : heldBy(method);
    const state = {
      amountCents,
      currency,
      subscription: paidFor.subscription,
      refundedCents: 0,
      heldBy: holder,
    };
    await create(tx, PAYMENT, state, { at: now(), parent: session.id, key: paidFor.key });
    await webhooks.announce(tx, 'payment.captured', { kind: 'session', id: session.id }, paidFor.delayMs);
  }

  async function startSubscription(
    tx: Writer,
    session: SandboxObject<Session>,
    { cycle, trialDays }: NonNullable<Session['subscription']>,
    delayMs: number,
  ): Promise<void> {
    const at = now();
    const trialEnd = trialDays > 0 ? new Date(at.getTime() + trialDays * DAY_MS) : null;
    const state: Subscription = {
      status: trialEnd ? 'trialing' : 'active',
      cycle,
      amountCents: session.state.amountCents,
      periodStart: at,
      periodEnd: trialEnd ?? periodAfter(at, cycle),
      trialEnd,
      cancelAtPeriodEnd: false,
      creditCents: 0,
      declines: false,
      failedAttempts: 0,
      lastChangeId: null,
    };
    const { id } = await create(tx, SUBSCRIPTION, state, {
      at,
      parent: session.id,
      key: session.id,
      dueAt: state.periodEnd,
    });
    const { periodEnd } = state;
    if (trialEnd) {
      await webhooks.announce(tx, 'subscription.started', { kind: 'session', id: session.id }, delayMs);
    } else {
      const subscription = { subscriptionId: id, periodStart: at, periodEnd };
      await capture(tx, session, state.amountCents, {
        key: `${id}:${at.toISOString()}`,
        subscription,
        delayMs,
      });
    }
  }

  async function renew(tx: Writer, id: string): Promise<void> {
    const object = await lock(tx, SUBSCRIPTION, id);
    const subscription = object.state;
    const at = now();
    if (subscription.status === 'canceled') return;
    const about = { kind: 'session', id: sessionOf(object) } as const;
    if (subscription.cancelAtPeriodEnd) {
      await save(tx, id, { ...subscription, status: 'canceled' });
      return webhooks.announce(tx, 'subscription.ended', about);
    }
    if (subscription.declines) {
      const retryDays = RETRY_DAYS[subscription.failedAttempts];
      const status = retryDays === undefined ? 'canceled' : 'past_due';
      const failedAttempts = subscription.failedAttempts + 1;
      const dueAt = retryDays === undefined ? null : new Date(at.getTime() + retryDays * DAY_MS);
      await save(tx, id, { ...subscription, status, failedAttempts }, dueAt);
      return webhooks.announce(tx, 'subscription.payment_failed', about);
    }
    const periodStart = subscription.periodEnd;
    const periodEnd = periodAfter(periodStart, subscription.cycle);
    const creditCents = Math.min(subscription.creditCents, subscription.amountCents);
    const renewed: Subscription = {
      ...subscription,
      status: 'active',
      periodStart,
      periodEnd,
      failedAttempts: 0,
      creditCents: subscription.creditCents - creditCents,
    };
    await save(tx, id, renewed, periodEnd);
    const dueCents = subscription.amountCents - creditCents;
    if (dueCents === 0) return webhooks.announce(tx, 'subscription.renewed', about);
    const session = await get(tx, SESSION, about.id);
    const paidFor = { subscriptionId: id, periodStart, periodEnd };
    await capture(tx, session, dueCents, {
      key: `${id}:${periodStart.toISOString()}`,
      subscription: paidFor,
    });
  }

  /** Changes a subscription under its lock. @returns the facts about it afterwards */
  function update(
    id: string,
    type: string,
    work: (tx: Writer, object: SandboxObject<Subscription>) => Promise<Partial<Subscription> | null>,
  ): Promise<ProviderFact[]> {
    return db.transact(async (tx) => {
      const object = await lock(tx, SUBSCRIPTION, id);
      if (object.state.status === 'canceled') {
        throw new ProviderRefused('This subscription has ended. Subscribe again instead.');
      }
      const changes = await work(tx, object);
      if (changes) {
        const state = { ...object.state, ...changes };
        await save(tx, id, state, state.status === 'canceled' ? null : state.periodEnd);
        await webhooks.announce(tx, type, { kind: 'session', id: sessionOf(object) });
      }
      return factsOfSession(tx, sessionOf(object));
    });
  }

  return {
    async charge(tx, session, delayMs) {
      const { subscription, amountCents } = session.state;
      if (subscription) await startSubscription(tx, session, subscription, delayMs);
      else await capture(tx, session, amountCents, { key: session.id, subscription: null, delayMs });
    },
    async renewDue() {
      const ids = await db.read((reader) => dueIds(reader, SUBSCRIPTION, now(), RENEWALS_PER_RUN));
      for (const id of ids) await db.transact((tx) => renew(tx, id));
    },
    async setDeclines(subscriptionId, declines) {
      await update(subscriptionId, 'subscription.card_changed', async () => ({ declines }));
      const { state } = await db.read((reader) => get(reader, SUBSCRIPTION, subscriptionId));
      if (state.status === 'past_due' && !declines) await db.transact((tx) => renew(tx, subscriptionId));
    },

    async endPeriod(subscriptionId) {
      await update(subscriptionId, 'subscription.period_ended', async (_tx, { state }) => {
        const at = now();
        return { periodEnd: at, ...(state.status === 'trialing' && { trialEnd: at }) };
      });
      await db.transact((tx) => renew(tx, subscriptionId));
    },

    async change({ id, subscriptionId, amountCents, cycle }) {
      const facts = await update(subscriptionId, 'subscription.changed', async (tx, object) => {
        const current = object.state;
        if (current.lastChangeId === id) return null;
        const changed = { amountCents, cycle, lastChangeId: id };
        if (current.status === 'trialing') return changed;
        const { dueCents, periodStart, periodEnd } = prorate(current, { amountCents, cycle }, now());
        const owedCents = dueCents - current.creditCents;
        if (owedCents > 0) {
          if (current.declines) throw new ProviderRefused('The card was declined. Use another one.');
          const session = await get(tx, SESSION, sessionOf(object));
          const subscription = { subscriptionId, periodStart, periodEnd };
          await capture(tx, session, owedCents, { key: `change:${id}`, subscription });
        }
        return { ...changed, periodStart, periodEnd, creditCents: Math.max(0, -owedCents) };
      });
      return { facts, confirmUrl: null };
    },
    cancel: (subscriptionId, when) =>
      update(subscriptionId, 'subscription.canceled', async () =>
        when === 'now' ? { status: 'canceled' } : { cancelAtPeriodEnd: true },
      ),
    resume: (subscriptionId) =>
      update(subscriptionId, 'subscription.resumed', async () => ({ cancelAtPeriodEnd: false })),
  };
}
