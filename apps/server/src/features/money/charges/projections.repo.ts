/** What other tables say about charges, changed in the same transaction: donations, events and earnings. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { addEarned, type EarnedChange } from '#features/channels/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { Charge } from './charge.ts';

export interface Change {
  /** Null: the charge is new. */
  readonly before: Charge | null;
  readonly after: Charge;
}

export async function project(tx: Writer, changes: readonly Change[]): Promise<void> {
  await projectEarnings(tx, changes);
  await projectEvents(tx, changes);
  await projectDonations(tx, changes);
}

const SOURCES = {
  donation: 'donations',
  ticket: 'tickets',
  subscription: 'subscriptions',
  gift: 'subscriptions',
} as const;

interface Difference {
  readonly creator: UserId | null;
  readonly day: string;
  readonly source: (typeof SOURCES)[keyof typeof SOURCES];
  gross: number;
  fee: number;
  charges: number;
}

async function projectEarnings(tx: Writer, changes: readonly Change[]): Promise<void> {
  const differences = new Map<string, Difference>();
  const add = (charge: Charge | null, sign: 1 | -1) => {
    if (!charge?.earnedAt) return;
    const { creatorId: creator, purpose, earnedAt } = charge;
    const [day, source] = [earnedAt.toISOString().slice(0, 10), SOURCES[purpose]];
    const key = `${creator} ${day} ${source}`;
    const difference = differences.get(key) ?? { creator, day, source, gross: 0, fee: 0, charges: 0 };
    differences.set(key, difference);
    difference.gross += sign * (charge.grossCents - charge.takenBackCents);
    difference.fee += sign * (charge.feeCents - charge.returnedFeeCents);
    difference.charges += charge.takenBackCents < charge.grossCents ? sign : 0;
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  const changed = [...differences.values()].filter(
    ({ gross, fee, charges }) => gross !== 0 || fee !== 0 || charges !== 0,
  );
  if (changed.length === 0) return;
  await sql`
    insert into daily_earnings (creator_id, day, source, gross_cents, fee_cents, charges)
    select creator, day, source, gross, fee, charges
    from jsonb_to_recordset(${JSON.stringify(changed)}) as r
      (creator uuid, day date, source text, gross bigint, fee bigint, charges integer)
    order by creator, day, source
    on conflict (creator_id, day, source) do update set
      gross_cents = daily_earnings.gross_cents + excluded.gross_cents,
      fee_cents = daily_earnings.fee_cents + excluded.fee_cents,
      charges = daily_earnings.charges + excluded.charges`.execute(tx);
  await addEarned(tx, earnedBy(changed));
}

/** By creator, without those of deleted accounts. */
function earnedBy(differences: readonly Difference[]): EarnedChange[] {
  const totals = new Map<UserId, EarnedChange>();
  for (const { creator, source, gross, fee } of differences) {
    if (creator === null) continue;
    const { earnedCents = 0, donatedCents = 0 } = totals.get(creator) ?? {};
    totals.set(creator, {
      creatorId: creator,
      earnedCents: earnedCents + gross - fee,
      donatedCents: donatedCents + (source === 'donations' ? gross : 0),
    });
  }
  return [...totals.values()];
}

/** An event's revenue is what was paid for its tickets and not taken back, from the first ticket on. */
async function projectEvents(tx: Writer, changes: readonly Change[]): Promise<void> {
  const differences = new Map<string, { revenue: number; commission: number }>();
  for (const { before, after } of changes) {
    if (after.purpose !== 'ticket' || after.subjectId === null) continue;
    const difference = differences.get(after.subjectId) ?? { revenue: 0, commission: 0 };
    differences.set(after.subjectId, difference);
    difference.revenue += paid(after) - paid(before);
    difference.commission += keptFee(after) - keptFee(before);
  }
  for (const [id, { revenue, commission }] of [...differences].sort()) {
    if (revenue === 0 && commission === 0) continue;
    await tx
      .updateTable('ppv_events')
      .set((row) => ({
        total_revenue_cents: row('total_revenue_cents', '+', revenue),
        platform_commission_cents: row('platform_commission_cents', '+', commission),
      }))
      .where('id', '=', id)
      .execute();
  }
}

const paid = (charge: Charge | null): number => (charge ? charge.grossCents - charge.takenBackCents : 0);
const keptFee = (charge: Charge | null): number => (charge ? charge.feeCents - charge.returnedFeeCents : 0);

async function projectDonations(tx: Writer, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ before, after }) =>
    before && after.purpose === 'donation' ? after.id : [],
  );
  if (ids.length === 0) return;
  await sql`
    update donations d set
      status = case
        when c.status in ('captured', 'partially_refunded') then 'completed'
        when c.status in ('disputed', 'lost') then 'disputed'
        else 'refunded' end,
      refunded_amount = case when c.reversed_at is null then c.refunded_cents else c.gross_cents end
    from charges c where c.id = d.charge_id and d.charge_id = any(${ids}::uuid[])`.execute(tx);
}
