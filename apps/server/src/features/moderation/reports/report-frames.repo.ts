/** Frames of reported content. They are in the database, so that no URL of the storage leads to them. */
import type { ReportTarget } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Whether the frame shows the moment of the report, or is the thumbnail. */
export type Shows = 'moment' | 'thumbnail';

/**
 * A report without a frame.
 * @returns undefined if it has one, or was deleted
 */
export async function findWithoutFrame(
  db: Reader,
  reportId: string,
): Promise<{ readonly target: ReportTarget; readonly positionMs: number | null } | undefined> {
  return await db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .leftJoin('report_frames as f', 'f.report_id', 'r.id')
    .select(['c.target', 'r.position_ms as positionMs'])
    .where('r.id', '=', reportId)
    .where('f.report_id', 'is', null)
    .executeTakeFirst();
}

/** Stores the first frame of a report. Does nothing if the report was deleted in the meantime. */
export async function insertFrame(
  tx: Writer,
  reportId: string,
  frame: { readonly shows: Shows; readonly image: Uint8Array },
): Promise<void> {
  const report = await tx
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .forKeyShare()
    .executeTakeFirst();
  if (report === undefined) return;
  await tx
    .insertInto('report_frames')
    .values({ report_id: reportId, shows: frame.shows, image: Buffer.from(frame.image) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findFrame(db: Reader, reportId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('report_frames')
    .select('image')
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return row?.image;
}

/** Deletes the frames of a channel’s streams with its account, also in cases about other people. */
export async function deleteFramesOf(tx: Writer, channelId: UserId): Promise<void> {
  await tx
    .deleteFrom('report_frames')
    .where('report_id', 'in', (query) =>
      query
        .selectFrom('reports as r')
        .innerJoin('report_cases as c', 'c.id', 'r.case_id')
        .select('r.id')
        .where('c.channel_id', '=', channelId),
    )
    .execute();
}
