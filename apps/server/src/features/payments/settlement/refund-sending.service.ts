/** Sends booked refunds: one job for each, and a repeated job that retries until the provider has answered. */
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { type JobRegistration, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Charge, Refund } from '../charges/charge.ts';
import { findCharge } from '../charges/charges.repo.ts';
import * as repo from '../charges/refunds.repo.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import { abandonedRefund, notifyAdmins } from '../notify-admins.jobs.ts';
import { causeOf, ProviderRefused, ProviderUnavailable } from '../providers/provider.errors.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import type { RefundRequests } from './refund-requests.service.ts';
import { refundToSend } from './refunds.notifications.ts';
import { sendDueRefunds, sendRefund } from './settlement.jobs.ts';

const EVERY_MINUTE_HOURS = 1 / 60;
/** The delay doubles after each failure, up to an hour. */
const MAX_DOUBLINGS = 6;
const CONCURRENCY = 2;
const BATCH = 50;

interface Options {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly refunds: Pick<RefundRequests, 'fail'>;
  readonly providers: Pick<Providers, 'get'>;
  readonly settlement: Settlement;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly now: () => Date;
}

export function createRefundSending(options: Options): readonly JobRegistration[] {
  const { db, log, jobs, refunds, providers, settlement, notifications, now } = options;

  async function ask(provider: PaymentProvider, charge: Charge, refund: Refund): Promise<void> {
    const { paymentId, currency, heldBy } = charge;
    const { id, amountCents, feeCents } = refund;
    const asOf = now();
    const facts = await provider.refund({ id, paymentId, amountCents, feeCents, currency, heldBy });
    await db.transact((tx) => settlement.apply(tx, provider.name, facts, asOf));
    if (!facts.some((fact) => fact.kind === 'refund' && fact.requestId === id))
      throw new ProviderUnavailable(`The answer of ${provider.name} does not contain the refund ${id}`);
  }

  async function leaveToCreator(provider: PaymentProvider, charge: Charge, refund: Refund): Promise<void> {
    const { creatorId, currency, paymentId } = charge;
    const { id, amountCents, reason } = refund;
    const [address] = (await provider.onChain?.refundOf(paymentId, amountCents))?.addresses ?? [];
    await db.transact(async (tx) => {
      await repo.leaveToCreator(tx, id);
      if (!creatorId) return jobs.send(tx, notifyAdmins, abandonedRefund({ ...refund, currency }));
      const notification = refundToSend.of({ id, amountCents, currency, reason, address });
      await notifications.notify(tx, { userId: creatorId, ...notification });
    });
  }

  async function send(id: string): Promise<void> {
    const refund = await db.read((reader) => repo.findRefund(reader, id));
    const charge = refund && (await db.read((reader) => findCharge(reader, refund.chargeId)));
    if (!charge || refund.nextAttemptAt === null) return;
    try {
      const provider = await providers.get(charge.provider);
      await (provider.refundsBy === 'creator' ? leaveToCreator : ask)(provider, charge, refund);
    } catch (error) {
      const cause = causeOf(error);
      if (error instanceof ProviderRefused) {
        await db.transact((tx) => refunds.fail(tx, refund, cause));
        return;
      }
      log.warn({ err: error, refund: id, attempt: refund.attempts + 1 }, 'A refund could not be sent');
      const waitMs = MINUTE_MS * 2 ** Math.min(refund.attempts, MAX_DOUBLINGS);
      await db.transact((tx) => repo.noteFailure(tx, id, cause, new Date(now().getTime() + waitMs)));
    }
  }

  return [
    work(sendRefund, ({ refundId }) => send(refundId), { concurrency: CONCURRENCY }),
    repeat(sendDueRefunds, EVERY_MINUTE_HOURS, async (signal) => {
      const startedAt = now();
      for (;;) {
        const due = await db.read((reader) => repo.findDue(reader, startedAt, BATCH));
        for (const id of due) {
          signal.throwIfAborted();
          await send(id);
        }
        if (due.length < BATCH) return;
      }
    }),
  ];
}
