/** What is paid out to streamers, a month at a time. */
import type { AdminPayout, Payout, PayoutStatus, UserId } from '@tributary/contracts';
import type { Users } from '#features/identity/index.ts';
import type { Database } from '#platform/db/database.ts';
import { CURRENCY } from './currency.ts';
import { sumNet } from './earnings.repo.ts';
import { type Page, toPage } from './paging.ts';
import * as repo from './payouts.repo.ts';
import { idsOf, personIn } from './people.ts';

export interface Payouts {
  of(streamerId: UserId, cursor?: string): Promise<Page<Payout> & { unpaid: number; currency: string }>;
  all(filter: { status?: PayoutStatus | undefined; cursor?: string | undefined }): Promise<Page<AdminPayout>>;
}

/** Before anything was earned anywhere. */
const EVER = new Date(0);

export function createPayouts(db: Database, users: Pick<Users, 'summaries'>, now: () => Date): Payouts {
  return {
    async of(streamerId, cursor) {
      const [rows, unpaid] = await Promise.all([
        db.read((reader) => repo.findPayoutsOf(reader, streamerId, cursor)),
        db.read(async (reader) => {
          const from = (await repo.findPaidUntil(reader, streamerId)) ?? EVER;
          return sumNet(reader, streamerId, from, now());
        }),
      ]);
      return { ...toPage(rows, toPayout), unpaid, currency: CURRENCY };
    },
    async all(filter) {
      const rows = await db.read((reader) => repo.findPayouts(reader, filter));
      const people = await users.summaries(idsOf(rows, ({ streamerId }) => streamerId));
      return toPage(rows, (row) => ({ ...toPayout(row), streamer: personIn(people, row.streamerId) }));
    },
  };
}

function toPayout({
  id,
  amount,
  currency,
  status,
  periodStart,
  periodEnd,
  dueDate,
}: repo.StoredPayout): Payout {
  return {
    id,
    amount,
    currency,
    status,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
    dueDate: dueDate.toISOString(),
  };
}
