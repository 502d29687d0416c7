/** Opens payouts: withdrawals that creators request, and automatic payouts to creators with a payout account. */

import { PAYOUT_DUE_DAYS } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { lockAvailable, notifyAdmins, type ProviderName, type Providers } from '#features/payments/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { AppError } from '#platform/errors.ts';
import { formatMoment } from '#platform/format-moment.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { localized } from '#platform/messages/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { findTransferWait, isPayable } from '../accounts/provider-accounts.repo.ts';
import { findRecipient, type Recipient } from '../accounts/recipient.ts';
import { requestPayout } from '../payout-requests.service.ts';
import { movePayouts } from '../payout-transfers.jobs.ts';
import { payoutErrors } from '../payouts.errors.ts';
import { lockWithdrawable } from '../withdrawable.repo.ts';
import * as repo from './payout-openings.repo.ts';

const BATCH = 100;

export interface PayoutOpenings {
  /**
   * Requests a withdrawal. Repeating it with the same `id` changes nothing.
   * @throws PayoutTooLarge, AppError `payout_too_small`, `payout_account_waits`
   */
  withdraw(streamerId: UserId, id: string, amountCents: number): Promise<void>;
  /** Pays a creator with a payout account the whole withdrawable balance, if it reaches the smallest payout. */
  payAvailable(streamerId: UserId): Promise<void>;
  /** Runs `payAvailable` for all creators once a month (UTC). Continues where it stopped. */
  runMonth(signal: AbortSignal): Promise<void>;
}

export function createPayoutOpenings({
  db,
  jobs,
  providers,
  now,
}: {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly providers: Pick<Providers, 'senders'>;
  readonly now: () => Date;
}): PayoutOpenings {
  async function open(
    tx: Writer,
    streamerId: UserId,
    payout: { readonly id: string; readonly amountCents: number },
    recipient: Recipient | null,
  ): Promise<void> {
    // Locks the balance before the period is chosen, so that periods do not overlap.
    await lockAvailable(tx, streamerId);
    const at = now();
    const start = await repo.nextPeriodStart(tx, streamerId);
    const period = {
      periodStart: start && start < at ? start : new Date(at.getTime() - 1),
      periodEnd: at,
      dueAt: new Date(at.getTime() + PAYOUT_DUE_DAYS * DAY_MS),
    };
    await requestPayout(tx, { ...payout, ...period, streamerId, recipient, at });
    if (recipient) await jobs.send(tx, movePayouts, {});
  }

  const pay = (streamerId: UserId, senders: readonly ProviderName[], minimumCents: number): Promise<void> =>
    db.transact(async (tx) => {
      const recipient = await findRecipient(tx, streamerId, senders);
      if (!recipient || !isPayable(recipient, now())) return;
      const amountCents = await lockWithdrawable(tx, streamerId, now());
      if (amountCents < minimumCents || !(await repo.mayBePaid(tx, streamerId))) return;
      await open(tx, streamerId, { id: uuidv7(), amountCents }, recipient);
    });

  return {
    async withdraw(streamerId, id, amountCents) {
      const senders = await providers.senders();
      await db.transact(async (tx) => {
        const { payoutMinimumCents, currency } = await readSettings(tx);
        if (amountCents < payoutMinimumCents) {
          const least = { minor: payoutMinimumCents, currency };
          throw payoutErrors.payout_too_small({ values: { least } }).at('/amount');
        }
        const recipient = await findRecipient(tx, streamerId, senders);
        if (recipient && !isPayable(recipient, now())) throw accountWaits('new', recipient.payableAt);
        const transferWait = recipient ? null : await findTransferWait(tx, streamerId);
        if (transferWait && transferWait > now()) throw accountWaits('disconnected', transferWait);
        await open(tx, streamerId, { id, amountCents }, recipient);
        if (recipient) return;
        await jobs.send(tx, notifyAdmins, {
          kind: 'payout_requested',
          payoutId: id,
          amountCents,
          currency,
        });
      });
    },

    async payAvailable(streamerId) {
      const { payoutMinimumCents } = await db.read(readSettings);
      await pay(streamerId, await providers.senders(), payoutMinimumCents);
    },

    async runMonth(signal) {
      const since = monthOf(now());
      const month = since.toISOString().slice(0, 10);
      if (await db.read((reader) => repo.isMonthDone(reader, month))) return;
      const senders = await providers.senders();
      const { payoutMinimumCents: minimumCents } = await db.read(readSettings);
      let after: UserId | null = null;
      for (;;) {
        signal.throwIfAborted();
        const query = { minimumCents, since, after, limit: BATCH };
        const creditors: repo.Creditor[] = await db.read((reader) => repo.findCreditors(reader, query));
        const last = creditors.at(-1);
        if (!last) break;
        after = last.id;
        for (const { id } of creditors) await pay(id, senders, minimumCents);
      }
      await db.transact((tx) => repo.markMonthDone(tx, month));
    },
  };
}

function accountWaits(why: 'new' | 'disconnected', until: Date | null): AppError {
  const detail = until
    ? localized('errors.payouts.account_waits_until', { why, until: formatMoment(until) })
    : localized('errors.payouts.account_waits', { why });
  return new AppError('payout_account_waits', 'conflict', detail);
}

/** The start of the month, in UTC. */
const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
