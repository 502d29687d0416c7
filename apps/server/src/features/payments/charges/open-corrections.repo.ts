/** Refunds and disputes that were reported to a provider and are not settled. */
import type { Reader } from '#platform/db/database.ts';
import type { ProviderName } from '../providers/provider.ts';

export interface OpenCorrection {
  readonly kind: 'refund' | 'dispute';
  readonly id: string;
  readonly provider: ProviderName;
  readonly paymentId: string;
  /** The provider's id of the refund or dispute. */
  readonly providerId: string;
}

interface Batch {
  readonly before: Date;
  /** The id of the last one of the previous batch. */
  readonly after: string | null;
  readonly limit: number;
}

export async function findOpenCorrections(
  db: Reader,
  { before, after, limit }: Batch,
): Promise<OpenCorrection[]> {
  const refunds = db
    .selectFrom('refunds as r')
    .innerJoin('charges as c', 'c.id', 'r.charge_id')
    .select((row) => [row.val('refund').$castTo<'refund' | 'dispute'>().as('kind'), 'r.id', 'c.provider'])
    .select(['c.payment_id as paymentId', 'r.provider_refund_id as providerId'])
    .where('r.status', '=', 'pending')
    .where('r.provider_refund_id', 'is not', null)
    .where('r.requested_at', '<', before)
    .$if(after !== null, (query) => query.where('r.id', '>', after));
  const disputes = db
    .selectFrom('disputes as d')
    .innerJoin('charges as c', 'c.id', 'd.charge_id')
    .select((row) => [row.val('dispute').$castTo<'refund' | 'dispute'>().as('kind'), 'd.id', 'c.provider'])
    .select(['c.payment_id as paymentId', 'd.provider_dispute_id as providerId'])
    .where('d.status', '=', 'open')
    .where('d.opened_at', '<', before)
    .$if(after !== null, (query) => query.where('d.id', '>', after));
  const rows = await refunds.unionAll(disputes).orderBy('id').limit(limit).execute();
  return rows.flatMap(({ providerId, ...row }) => (providerId === null ? [] : [{ ...row, providerId }]));
}
