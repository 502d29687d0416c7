/** Changes subscriptions at their providers, and applies the facts in the answers. */
import {
  type ProviderFact,
  type ProviderName,
  ProviderRefused,
  type Subscriptions as ProviderSubscriptions,
  type Providers,
  type Settlement,
} from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { localized } from '#platform/messages/index.ts';
import type { Billed } from './subscriptions.repo.ts';

export interface SubscriptionsAtProvider {
  /** @throws ProviderUnavailable, ProviderRefused */
  ask<Answer>(billed: Billed, request: (api: ProviderSubscriptions) => Promise<Answer>): Promise<Answer>;
  /** Calls the provider and applies the facts. @throws ProviderUnavailable, ProviderRefused */
  change(
    billed: Billed,
    request: (api: ProviderSubscriptions) => Promise<readonly ProviderFact[]>,
  ): Promise<void>;
  /** Changes the price. @returns the page where the subscriber has to agree first, or null */
  move(billed: Billed, request: Parameters<ProviderSubscriptions['change']>[0]): Promise<string | null>;
  /** Reads and applies the provider's state. @throws ProviderUnavailable, ProviderRefused */
  refresh(provider: ProviderName, checkoutReference: string): Promise<void>;
}

export function createSubscriptionsAtProvider({
  db,
  providers,
  settlement,
  now,
}: {
  readonly db: Database;
  readonly providers: Pick<Providers, 'get'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}): SubscriptionsAtProvider {
  const ask: SubscriptionsAtProvider['ask'] = async ({ provider }, request) => {
    const { subscriptions } = await providers.get(provider);
    if (!subscriptions) throw new ProviderRefused(localized('errors.provider.no_subscriptions'));
    return request(subscriptions);
  };
  async function apply(
    provider: ProviderName,
    request: () => Promise<readonly ProviderFact[]>,
  ): Promise<void> {
    const asOf = now();
    const facts = await request();
    await db.transact((tx) => settlement.apply(tx, provider, facts, asOf));
  }

  return {
    ask,
    change: (billed, request) => apply(billed.provider, () => ask(billed, request)),
    async move(billed, request) {
      const asOf = now();
      const { facts, confirmUrl } = await ask(billed, (api) => api.change(request));
      await db.transact((tx) => settlement.apply(tx, billed.provider, facts, asOf));
      return confirmUrl;
    },
    refresh: (provider, reference) =>
      apply(provider, async () => (await providers.get(provider)).readCheckout(reference)),
  };
}
