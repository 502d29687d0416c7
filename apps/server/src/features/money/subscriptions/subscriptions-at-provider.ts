/** Asks providers to change subscriptions, and applies what they answer. */
import type { Database } from '#platform/db/database.ts';
import { ProviderRefused } from '../providers/provider.errors.ts';
import type { ProviderFact, Subscriptions as ProviderSubscriptions } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import type { Settlement } from '../settlement/settlement.service.ts';
import type { Billed } from './subscriptions.repo.ts';

export interface SubscriptionsAtProvider {
  /** @throws ProviderUnavailable, ProviderRefused */
  ask<Answer>(billed: Billed, request: (api: ProviderSubscriptions) => Promise<Answer>): Promise<Answer>;
  /** Asks, and applies the facts. @throws ProviderUnavailable, ProviderRefused */
  change(
    billed: Billed,
    request: (api: ProviderSubscriptions) => Promise<readonly ProviderFact[]>,
  ): Promise<void>;
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
    if (!subscriptions) throw new ProviderRefused('This way to pay has no subscriptions.');
    return request(subscriptions);
  };
  return {
    ask,
    async change(billed, request) {
      const asOf = now();
      const facts = await ask(billed, request);
      await db.transact((tx) => settlement.apply(tx, billed.provider, facts, asOf));
    },
  };
}
