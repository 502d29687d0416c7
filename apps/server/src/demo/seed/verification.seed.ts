/** Verification requests in each status; approved channels have the badge. */
import { sql } from 'kysely';
import { BADGE_URL } from '#features/channels/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom } from './seeded-random.ts';
import { ago, idAt } from './times.ts';

export async function countVerificationRequests(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('verification_requests')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function seedVerificationRequests(
  tx: Writer,
  accounts: SeededAccounts,
  now: Date,
): Promise<void> {
  const random = createRandom(14);
  const rows = accounts.streamers.flatMap(({ id, story: { verification, links } }) => {
    if (!verification) return [];
    const { status, notes = null } = verification;
    const submitted = ago(
      now,
      (status === 'pending' ? random.between(3, 60) : random.between(300, 2000)) * HOUR_MS,
    );
    return [
      {
        id: idAt(submitted),
        user_id: id,
        status,
        submitted_at: submitted,
        reviewed_at: status === 'pending' ? null : new Date(submitted.getTime() + 2 * DAY_MS),
        reviewed_by: status === 'pending' ? null : accounts.admin,
        admin_notes: notes,
        social_media_links: JSON.stringify(links),
      },
    ];
  });
  if (rows.length === 0) return;
  await tx.insertInto('verification_requests').values(rows).execute();
  const approved = rows.filter(({ status }) => status === 'approved').map(({ user_id }) => user_id);
  if (approved.length > 0)
    await tx
      .updateTable('streamer_data')
      .set({ is_verified: true, verification_badge_url: BADGE_URL })
      .where('user_id', 'in', approved)
      .execute();
}
