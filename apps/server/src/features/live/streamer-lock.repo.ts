import type { UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';

/**
 * Locks a streamer until `tx` ends: two of their streams never pick the same free slug, and no stream begins with the
 * gate that the channel had before.
 */
export async function lockStreamer(tx: Writer, id: UserId): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', id).forUpdate().execute();
}
