/** What can be reported, as it is now. */
import {
  guestLabel,
  REPORT_CONTEXT_MESSAGES,
  type ReportSnapshot,
  type ReportTarget,
  type UserId,
} from '@tributary/contracts';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

export interface FoundTarget {
  /** Whom it is about; null where nobody signed in made it. */
  readonly subjectId: UserId | null;
  readonly title: string;
  readonly snapshot: ReportSnapshot;
}

/** The same text for the same target. */
export const keyOf = (target: ReportTarget): string =>
  target.kind === 'message' ? `${target.streamId}/${target.number}` : target.id;

/** Null where there is no such thing. */
export async function findTarget(db: Reader, target: ReportTarget): Promise<FoundTarget | null> {
  const found = (
    subjectId: UserId | null,
    title: string,
    text: string,
    href: string | null,
  ): FoundTarget => ({
    subjectId,
    title,
    snapshot: { text, href, context: [] },
  });
  switch (target.kind) {
    case 'profile': {
      const row = await db
        .selectFrom('profiles as p')
        .select(['p.username', 'p.display_name', 'p.bio'])
        .where('p.id', '=', target.id)
        .where(isPublic)
        .executeTakeFirst();
      return row ? found(target.id, row.display_name, row.bio, `/streamer/${row.username}`) : null;
    }
    case 'stream': {
      const row = await db
        .selectFrom('streams')
        .select(['streamer_id', 'title', 'category'])
        .where('id', '=', target.id)
        .executeTakeFirst();
      return row ? found(row.streamer_id, row.title, row.category, `/stream/${target.id}`) : null;
    }
    case 'clip': {
      const row = await db
        .selectFrom('clips')
        .select(['creator_id', 'title'])
        .where('id', '=', target.id)
        .executeTakeFirst();
      return row ? found(row.creator_id, row.title, '', `/clips/${target.id}`) : null;
    }
    case 'event': {
      const row = await db
        .selectFrom('ppv_events')
        .select(['creator_id', 'title', 'description'])
        .where('id', '=', target.id)
        .where('published_at', 'is not', null)
        .executeTakeFirst();
      return row ? found(row.creator_id, row.title, row.description, `/events/${target.id}`) : null;
    }
    case 'donation': {
      const row = await db
        .selectFrom('donations')
        .select(['donor_id', 'message', 'guest_name'])
        .where('id', '=', target.id)
        .where((where) => where.or([where('message', '<>', ''), where('guest_name', 'is not', null)]))
        .executeTakeFirst();
      if (!row) return null;
      const by = row.guest_name === null ? '' : ` by ${guestLabel(row.guest_name)}`;
      return found(row.donor_id, `Message of a donation${by}`, row.message, null);
    }
    case 'message':
      return await findMessage(db, target);
  }
}

async function findMessage(
  db: Reader,
  { streamId, number }: ReportTarget & { kind: 'message' },
): Promise<FoundTarget | null> {
  const rows = await db
    .selectFrom('chat_messages as m')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .innerJoin('streams as s', 's.id', 'm.stream_id')
    .select(['m.number', 'm.author_id', 'm.text', 'm.sent_at', 'm.deleted_at'])
    .select(['p.display_name', 'p.username', 's.title'])
    .where('m.stream_id', '=', streamId)
    .where('m.number', '>=', number - REPORT_CONTEXT_MESSAGES)
    .where('m.number', '<=', number + REPORT_CONTEXT_MESSAGES)
    .orderBy('m.number')
    .execute();
  const reported = rows.find((row) => row.number === number);
  if (reported === undefined) return null;
  const context = rows.map((row) => ({
    number: row.number,
    author: row.display_name || row.username,
    // The reported message is kept also where a moderator has deleted it meanwhile.
    text: row.deleted_at === null || row === reported ? row.text : null,
    sentAt: row.sent_at.toISOString(),
    isReported: row === reported,
  }));
  return {
    subjectId: reported.author_id,
    title: `Chat of “${reported.title}”`,
    snapshot: { text: reported.text, href: `/stream/${streamId}`, context },
  };
}
