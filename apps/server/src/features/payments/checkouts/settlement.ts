/** The port by which facts of providers reach the database; `settlement/` implements it. */
import type { Writer } from '#platform/db/database.ts';
import type { ProviderFact, ProviderName } from '../providers/provider.ts';

export interface Settlement {
  /**
   * Ignores facts about checkouts and payments of other systems, which may share an account at a provider.
   * @param asOf when the provider began to be asked: facts about states that can change back are ignored if newer ones
   *   are known
   */
  apply(tx: Writer, provider: ProviderName, facts: readonly ProviderFact[], asOf: Date): Promise<void>;
}
