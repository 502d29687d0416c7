/** Payouts of what streamers earned by donations, subscriptions and ended events. */
import { HOLDING_DAYS } from '@tributary/contracts/payments';
import type { PayoutStatus } from '@tributary/contracts/payouts';
import { lockWithdrawable, netBetween, requestPayout, settlePayout } from '#features/payouts/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom } from './seeded-random.ts';
import { ago, idAt, monthFrom } from './times.ts';

/** One payout per streamer and month with enough earnings, due thirty days after its end. */
export async function seedPayouts(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(30);
  const { payoutMinimumCents } = await readSettings(tx);
  for (const months of [-4, -3, -2, -1]) {
    const [periodStart, periodEnd] = [monthFrom(now, months), monthFrom(now, months + 1)];
    // Until then, some of the month's earnings are not available yet.
    if (periodEnd > ago(now, HOLDING_DAYS * DAY_MS)) continue;
    const dueAt = new Date(periodEnd.getTime() + 30 * DAY_MS);
    const at = new Date(periodEnd.getTime() + HOUR_MS);
    for (const { id: streamerId } of accounts.streamers) {
      const earnedCents = await netBetween(tx, streamerId, periodStart, periodEnd);
      const amountCents = Math.min(earnedCents, await lockWithdrawable(tx, streamerId, at));
      if (amountCents < payoutMinimumCents) continue;
      const status: PayoutStatus =
        dueAt > now
          ? 'pending'
          : months === -2 && streamerId !== accounts.streamer && random.chance(0.12)
            ? 'failed'
            : 'completed';
      const id = idAt(at);
      await requestPayout(tx, { id, streamerId, amountCents, periodStart, periodEnd, dueAt, at });
      if (status === 'pending') continue;
      const reason = status === 'failed' ? 'The bank rejected the account number.' : null;
      await settlePayout(tx, { id, status, provider: 'manual', reference: null, reason, at: dueAt });
    }
  }
}
