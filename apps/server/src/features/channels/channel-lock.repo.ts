import type { UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';

/** Locks a channel until `tx` ends, so that concurrent requests see each other's rows when they check a limit. */
export async function lockChannel(tx: Writer, creatorId: UserId): Promise<void> {
  await tx
    .selectFrom('streamer_data')
    .select('user_id')
    .where('user_id', '=', creatorId)
    .forUpdate()
    .execute();
}
