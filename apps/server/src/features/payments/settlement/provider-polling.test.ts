import { expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { pollingJob } from './provider-polling.ts';

const settlement = { apply: async () => undefined };
const unused = {} as Database;

it.each([
  ['every five seconds where a provider has to be asked', { poll: async () => undefined }, 5],
  ['every ten seconds whether there is one where all providers send webhooks', {}, 10],
])('looks %s', async (_title, provider, seconds) => {
  const waits: unknown[] = [];
  const repeat: Jobs['repeat'] = (_type, hours) => void waits.push(hours);
  const available = async () => [provider as PaymentProvider];
  pollingJob({ db: unused, providers: { available }, settlement, now: () => new Date(0) })({
    repeat,
  } as Jobs);
  const [hours] = waits as [() => Promise<number>];
  expect((await hours()) * 3600).toBeCloseTo(seconds);
});
