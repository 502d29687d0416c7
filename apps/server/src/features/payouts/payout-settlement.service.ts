/** Settles payouts and updates accounts, from facts of providers and from decisions of admins. */
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { CreatorAccounts } from '#features/payments/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { PayoutNotices } from './accounts/payout-notices.service.ts';
import { startWaiting, updateAccount } from './accounts/provider-accounts.repo.ts';
import { type PayoutSettled, settlePayout } from './payout-requests.service.ts';
import { payOutWaiting } from './payout-transfers.jobs.ts';
import { payoutErrors, payoutWaits } from './payouts.errors.ts';
import { payoutSettled } from './payouts.notifications.ts';
import { lockPayout, setReference } from './payouts.repo.ts';

export interface PayoutSettlement {
  /**
   * `applyPayout` ignores payouts of other systems, and of other providers. `applyAccount` pays out the balance that
   * has waited for the account, once the account is ready and its own waiting time is over.
   */
  readonly facts: Pick<CreatorAccounts, 'applyPayout' | 'applyAccount'>;
  /** Settles a payout, and notifies the creator. */
  settle(tx: Writer, settled: PayoutSettled): Promise<void>;
  /**
   * Completes a payout that an admin has sent.
   * @throws AppError `payout_not_found`, `payout_settled`, `payout_waits`
   */
  complete(by: Actor, id: string, reference: string): Promise<void>;
  /** Gives up a payout on behalf of an admin. @throws AppError `payout_not_found`, `payout_settled` */
  fail(by: Actor, id: string, reason: string): Promise<void>;
}

export function createPayoutSettlement({
  db,
  jobs,
  notifications,
  payoutNotices,
  now,
}: {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly payoutNotices: PayoutNotices;
  readonly now: () => Date;
}): PayoutSettlement {
  async function settle(tx: Writer, settled: PayoutSettled): Promise<void> {
    const before = await lockPayout(tx, settled.id);
    await settlePayout(tx, settled);
    if (!before?.streamerId || before.status === settled.status) return;
    const { amountCents, currency, streamerId: userId } = before;
    await notifications.notify(tx, { userId, ...payoutSettled.of({ ...settled, amountCents, currency }) });
  }

  const settleByHand = (
    by: Actor,
    id: string,
    outcome: Pick<PayoutSettled, 'status' | 'reference' | 'reason'>,
  ): Promise<void> =>
    db.transact(async (tx) => {
      const payout = await lockPayout(tx, id);
      if (!payout) throw payoutErrors.payout_not_found();
      if (payout.status !== 'pending') throw payoutErrors.payout_settled();
      const { waitsUntil } = payout;
      if (outcome.status === 'completed' && waitsUntil && waitsUntil > now()) throw payoutWaits(waitsUntil);
      // A payout that its provider never sent leaves the platform's own bank account.
      const provider = payout.sentAt ? payout.provider : 'manual';
      await settle(tx, { id, ...outcome, provider, at: now() });
      const { status, reference, reason } = outcome;
      await audit(tx, {
        by,
        action: `payout.${status}`,
        kind: 'payout',
        id,
        reason,
        after: { status, reference },
      });
    });

  return {
    settle,
    facts: {
      async applyPayout(tx, provider, { payoutId: id, reference, status, reason, occurredAt: at }) {
        const payout = await lockPayout(tx, id);
        if (payout?.provider !== provider) return;
        if (status === 'pending') await setReference(tx, id, reference);
        else await settle(tx, { id, status, provider, reference, reason, at });
      },
      async applyAccount(tx, provider, account, asOf) {
        const creatorId = await updateAccount(tx, { ...account, provider, asOf });
        if (!creatorId) return;
        const at = now();
        const payableAt = await startWaiting(tx, creatorId, provider, at);
        if (payableAt)
          await payoutNotices.send(tx, creatorId, { kind: 'connected', provider, payableAt }, at);
        const waits = payableAt !== null && payableAt > at;
        await jobs.send(tx, payOutWaiting, { creatorId }, waits ? { startAfter: payableAt } : {});
      },
    },
    complete: (by, id, reference) => settleByHand(by, id, { status: 'completed', reference, reason: null }),
    fail: (by, id, reason) => settleByHand(by, id, { status: 'failed', reference: null, reason }),
  };
}
