import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';

/** A change of a channel’s earnings, in minor units; negative where money was taken back. */
export interface EarnedChange {
  readonly creatorId: UserId;
  readonly earnedCents: number;
  readonly donatedCents: number;
}

/** Adds to the totals of channels, which are locked in the order of their ids. */
export async function addEarned(tx: Writer, changes: readonly EarnedChange[]): Promise<void> {
  const rows = JSON.stringify(
    changes.map(({ creatorId, earnedCents, donatedCents }) => [creatorId, earnedCents, donatedCents]),
  );
  await sql`
    with changes as (
      select (c->>0)::uuid as creator, (c->>1)::bigint as earned, (c->>2)::bigint as donated
      from jsonb_array_elements(${rows}) as c
    ), locked as (
      select s.user_id, c.earned, c.donated from streamer_data s join changes c on c.creator = s.user_id
      order by s.user_id for no key update of s
    )
    update streamer_data s
    set total_earnings = total_earnings + earned, total_donations = total_donations + donated
    from locked where locked.user_id = s.user_id`.execute(tx);
}
