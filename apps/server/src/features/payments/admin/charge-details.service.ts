/** One charge with its refunds, its disputes and every step of the ledger. */
import type { ChargeDetails } from '@tributary/contracts/payments';
import { type Channels, idsOf } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineErrors } from '#platform/errors.ts';
import type { Charge } from '../charges/charge.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { findDisputesOf, findRefundsOf } from '../charges/refunds.repo.ts';
import type { Providers } from '../providers/providers.ts';
import * as repo from './charge-details.repo.ts';
import { type ChargeList, toAdminCharge } from './charge-list.service.ts';
import { toAdminDispute, toAdminRefund } from './corrections.ts';

export const chargeErrors = defineErrors('charges', {
  charge_not_found: 'not_found',
  refund_not_found: 'not_found',
  refund_not_abandoned: 'conflict',
});

export interface ChargeDetailsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly providers: Pick<Providers, 'find'>;
  readonly list: Pick<ChargeList, 'peopleOf'>;
}

/** @throws AppError `charge_not_found` */
export async function readChargeDetails(
  { db, channels, providers, list }: ChargeDetailsOptions,
  id: string,
): Promise<ChargeDetails> {
  const found = await db.read(async (reader) => {
    const charge = await findCharge(reader, id);
    return (
      charge && {
        charge,
        refunds: await findRefundsOf(reader, id),
        disputes: await findDisputesOf(reader, id),
        entries: await repo.findEntries(reader, id),
        description: charge.checkoutId ? await repo.findDescription(reader, charge.checkoutId) : null,
      }
    );
  });
  if (!found) throw chargeErrors.charge_not_found();
  const { charge, refunds, disputes, entries, description } = found;
  const requesters = await channels.summaries(idsOf(refunds, ({ requestedBy }) => requestedBy));
  const takesEvidence = (await providers.find(charge.provider))?.disputes !== undefined;
  return {
    ...toAdminCharge(charge, await list.peopleOf([charge])),
    description,
    availableAt: charge.availableAt?.toISOString() ?? null,
    releasedAt: charge.releasedAt?.toISOString() ?? null,
    refunds: refunds.map((refund) => toAdminRefund(refund, charge, requesters)),
    disputes: disputes.map((dispute) => toAdminDispute(dispute, charge, takesEvidence)),
    steps: stepsOf(charge, entries),
  };
}

type Entry = Awaited<ReturnType<typeof repo.findEntries>>[number];

/** The ledger's steps for this charge, and its release, which the ledger books for many charges at once. */
function stepsOf(
  { heldBy, capturedAt, releasedAt }: Charge,
  entries: readonly Entry[],
): ChargeDetails['steps'] {
  const steps = new Map<number, { at: Date; kind: string; entries: { account: string; amount: number }[] }>();
  for (const { transactionId, at, kind, account, amount } of entries) {
    const step = steps.get(transactionId) ?? { at, kind, entries: [] };
    step.entries.push({ account, amount });
    steps.set(transactionId, step);
  }
  const all = [...steps.values()];
  if (heldBy === 'platform' && releasedAt !== null && releasedAt > capturedAt)
    all.push({ at: releasedAt, kind: 'released', entries: [] });
  return all
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((step) => ({ ...step, at: step.at.toISOString() }));
}
