/** How facts reach the database, for all that ask providers; `settlement/` implements it. */
import type { Writer } from '#platform/db/database.ts';
import type { ProviderFact, ProviderName } from '../providers/provider.ts';

export interface Settlement {
  /**
   * Facts about checkouts and payments that are not of this instance are ignored: an account at a provider may serve
   * other systems too.
   * @param asOf when the provider began to be asked: facts that may change back are ignored when newer ones are known
   */
  apply(tx: Writer, provider: ProviderName, facts: readonly ProviderFact[], asOf: Date): Promise<void>;
}
