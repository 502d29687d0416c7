/** Checkouts after their opening: reads their state at the provider, and closes them. */
import type { CheckoutState } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import { findChargesOfCheckout } from '../charges/charges.repo.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.errors.ts';
import type { ProviderFact } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import type { Checkout } from './checkout.ts';
import { checkoutErrors } from './checkouts.errors.ts';
import * as repo from './checkouts.repo.ts';
import type { Settlement } from './settlement.ts';

/** The provider is asked about a checkout at most this often. */
const READ_INTERVAL_MS = 2_000;
/** The provider is asked about a checkout without news for this long, in case a webhook was lost. */
const OVERDUE_MS = 5 * 60_000;
/** A checkout that the provider cannot be asked about, such as without keys, is closed this long after its end. */
const UNREADABLE_MS = DAY_MS;
const BATCH = 50;

/** The caller: the payer, or a browser with the checkout's cookie. */
export interface Holder {
  readonly userId: UserId | null;
  readonly hasCookie: boolean;
}

export interface Checkouts {
  /** A checkout that the caller holds. @throws AppError `checkout_not_found` */
  findHeld(id: string, holder: Holder): Promise<Checkout>;
  /** Asks the provider first while the checkout is open. @throws AppError `checkout_not_found` */
  state(id: string, holder: Holder): Promise<CheckoutState>;
  /** Closes it unless it was paid first. @throws AppError `checkout_not_found`, ProviderUnavailable */
  cancel(id: string, holder: Holder): Promise<CheckoutState>;
  /** Closes expired checkouts, and reads overdue ones at their provider. */
  sweep(signal: AbortSignal): Promise<void>;
}

export interface CheckoutsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly providers: Pick<Providers, 'find' | 'get'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}

export function createCheckouts({ db, log, providers, settlement, now }: CheckoutsOptions): Checkouts {
  async function findHeld(id: string, { userId, hasCookie }: Holder): Promise<Checkout> {
    const checkout = await db.read((reader) => repo.findCheckout(reader, id));
    const isPayer = userId !== null && checkout?.payerId === userId;
    if (!checkout || !(isPayer || hasCookie)) throw checkoutErrors.checkout_not_found();
    return checkout;
  }

  async function settle({ provider }: Checkout, ask: () => Promise<readonly ProviderFact[]>): Promise<void> {
    const asOf = now();
    const facts = await ask();
    if (facts.length > 0) await db.transact((tx) => settlement.apply(tx, provider, facts, asOf));
  }

  async function read(checkout: Checkout): Promise<void> {
    const { reference, provider } = checkout;
    if (reference === null) return;
    const api = await providers.get(provider);
    await settle(checkout, () => api.readCheckout(reference));
  }

  async function close(checkout: Checkout, outcome: 'canceled' | 'expired'): Promise<void> {
    const { id: checkoutId, provider, reference } = checkout;
    // Without a reference no payer was sent to a payment page.
    if (reference === null) {
      const closed = { kind: 'checkout_closed', checkoutId, outcome, reason: null } as const;
      return settle(checkout, async () => [closed]);
    }
    const api = await providers.get(provider);
    await settle(checkout, () => api.closeCheckout(reference));
  }

  /**
   * Closes a checkout as expired without asking the provider. A payment that is reported later counts as a late one.
   */
  const closeUnreadable = (checkout: Checkout) => {
    const { id: checkoutId } = checkout;
    const closed = { kind: 'checkout_closed', checkoutId, outcome: 'expired', reason: null } as const;
    return settle(checkout, async () => [closed]);
  };

  const refresh = (checkout: Checkout, at: Date) =>
    checkout.expiresAt <= at ? close(checkout, 'expired') : read(checkout);

  async function stateOf(id: string, isProviderReachable: boolean): Promise<CheckoutState> {
    const checkout = await db.read((reader) => repo.findCheckout(reader, id));
    if (!checkout) throw checkoutErrors.checkout_not_found();
    const { purpose, method, description, amountCents, currency, status, reason } = checkout;
    const { redirectUrl, streamId, subjectId, isTest, expiresAt, createdAt } = checkout;
    const charges = status === 'paid' ? await db.read((reader) => findChargesOfCheckout(reader, id)) : [];
    const amount = charges.find((charge) => charge.status !== 'reversed')?.grossCents ?? amountCents;
    return {
      id,
      purpose,
      method,
      description,
      amount,
      currency,
      status,
      reason,
      streamId,
      subjectId,
      isTest,
      isProviderReachable,
      refundsBy: (await providers.find(checkout.provider))?.refundsBy ?? 'provider',
      redirectUrl: status === 'open' ? redirectUrl : null,
      expiresAt: expiresAt.toISOString(),
      createdAt: createdAt.toISOString(),
    };
  }

  return {
    findHeld,
    async state(id, holder) {
      const checkout = await findHeld(id, holder);
      if (checkout.status !== 'open') return stateOf(id, true);
      const at = now();
      const before = new Date(at.getTime() - READ_INTERVAL_MS);
      try {
        if (await db.transact((tx) => repo.claimReading(tx, id, at, before))) await refresh(checkout, at);
        return await stateOf(id, true);
      } catch (error) {
        // A provider refuses to read a checkout that another account of it opened, before the keys were changed.
        if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
        log.warn(
          { err: error.cause, checkout: id },
          'The payment provider of a checkout could not be reached, or refused to read it',
        );
        return stateOf(id, false);
      }
    },
    async cancel(id, holder) {
      const checkout = await findHeld(id, holder);
      if (checkout.status === 'open') await close(checkout, 'canceled');
      return stateOf(id, true);
    },
    async sweep(signal) {
      for (;;) {
        const at = now();
        const readBefore = new Date(at.getTime() - OVERDUE_MS);
        const due = await db.transact((tx) => repo.claimUnread(tx, { now: at, readBefore, limit: BATCH }));
        for (const checkout of due) {
          signal.throwIfAborted();
          try {
            await refresh(checkout, at);
          } catch (err) {
            // Continues with the others; this one is tried again when it is overdue again.
            log.warn(
              { err, checkout: checkout.id },
              'A checkout could not be read or closed at its provider',
            );
            if (checkout.expiresAt.getTime() <= at.getTime() - UNREADABLE_MS) await closeUnreadable(checkout);
          }
        }
        if (due.length < BATCH) return;
      }
    },
  };
}
