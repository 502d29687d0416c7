/** Sends refunds to their providers, and asks providers that send no webhooks what has happened. */
import type { Database } from '#platform/db/database.ts';
import { type JobRegistration, repeat, work } from '#platform/jobs/index.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { findRefund } from '../charges/refunds.repo.ts';
import { settleRefund } from '../charges/refunds.service.ts';
import type { PurposeHandlers } from '../checkouts/purpose.ts';
import { ProviderRefused } from '../providers/provider.errors.ts';
import type { Providers } from '../providers/providers.ts';
import { changeCharge } from './change-charge.ts';
import { pollProviders, sendRefund } from './settlement.jobs.ts';
import type { Settlement } from './settlement.service.ts';

const POLL_HOURS = 5 / 3600;

export function createProviderJobs({
  db,
  handlers,
  providers,
  settlement,
  now,
}: {
  readonly db: Database;
  readonly handlers: PurposeHandlers;
  readonly providers: Pick<Providers, 'get' | 'available'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}): readonly JobRegistration[] {
  async function send(refundId: string, feeCents: number): Promise<void> {
    const refund = await db.read((reader) => findRefund(reader, refundId));
    const charge = refund && (await db.read((reader) => findCharge(reader, refund.chargeId)));
    if (!charge || refund.status !== 'pending') return;
    const { paymentId, currency, heldBy, provider: name } = charge;
    const { amountCents } = refund;
    const asOf = now();
    const provider = await providers.get(name);
    try {
      const facts = await provider.refund({
        id: refundId,
        paymentId,
        amountCents,
        feeCents,
        currency,
        heldBy,
      });
      await db.transact((tx) => settlement.apply(tx, name, facts, asOf));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const settled = { id: refundId, providerRefundId: null, status: 'failed', at: now() } as const;
      await db.transact((tx) => changeCharge(tx, handlers, charge.id, () => settleRefund(tx, settled)));
    }
  }

  return [
    work(sendRefund, ({ refundId, feeCents }) => send(refundId, feeCents), { concurrency: 2 }),
    repeat(pollProviders, POLL_HOURS, async (signal) => {
      for (const provider of await providers.available()) {
        await provider.poll?.(async (facts) => {
          signal.throwIfAborted();
          await db.transact((tx) => settlement.apply(tx, provider.name, facts, now()));
        });
      }
    }),
  ];
}
