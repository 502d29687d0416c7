/** Whether channels are recorded. */
import type { RecordingPolicy } from '@tributary/contracts/recordings';
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Always `never` for the demo's channels, which repeat a clip. */
export async function findPolicy(db: Reader, streamerId: UserId): Promise<RecordingPolicy> {
  const row = await db
    .selectFrom('profiles as p')
    .leftJoin('recording_settings as c', 'c.user_id', 'p.id')
    .leftJoin('demo_accounts as d', 'd.user_id', 'p.id')
    .select(['c.records', 'd.user_id as demoId'])
    .where('p.id', '=', streamerId)
    .executeTakeFirst();
  return row === undefined || row.demoId !== null ? 'never' : (row.records ?? 'always');
}

export async function setPolicy(tx: Writer, userId: UserId, policy: RecordingPolicy): Promise<void> {
  await tx
    .insertInto('recording_settings')
    .values({ user_id: userId, records: policy })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ records: policy }))
    .execute();
}
