/** Polls providers that send no webhooks. */
import type { Database } from '#platform/db/database.ts';
import { type JobRegistration, repeat } from '#platform/jobs/index.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import type { Providers } from '../providers/providers.ts';
import { pollProviders } from './settlement.jobs.ts';

const POLL_HOURS = 5 / 3600;
/** The interval at which providers to poll are looked for, while there are none. */
const IDLE_HOURS = 10 / 3600;

interface Options {
  readonly db: Database;
  readonly providers: Pick<Providers, 'available'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}

export function pollingJob({ db, providers, settlement, now }: Options): JobRegistration {
  const hours = async () =>
    (await providers.available()).some(({ poll }) => poll) ? POLL_HOURS : IDLE_HOURS;
  return repeat(pollProviders, hours, async (signal) => {
    for (const provider of await providers.available()) {
      await provider.poll?.(async (facts) => {
        signal.throwIfAborted();
        await db.transact((tx) => settlement.apply(tx, provider.name, facts, now()));
      });
    }
  });
}
