/** Earnings of creators by day and purpose, updated in the transaction that changes a charge. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { addEarned, type EarnedChange } from '#features/channels/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { Charge, ChargeChange } from './charge.ts';

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

export async function projectEarnings(tx: Writer, changes: readonly ChargeChange[]): Promise<void> {
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

/** Groups the changes by creator, without deleted accounts. */
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
