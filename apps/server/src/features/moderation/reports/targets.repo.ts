/** The current state of content that can be reported. */
import {
  REPORT_CONTEXT_MESSAGES,
  type ReportSnapshot,
  type ReportTarget,
} from '@tributary/contracts/moderation';
import { guestLabel } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

export interface FoundTarget {
  /** The account that the report is about; null if a guest made the content. */
  readonly subjectId: UserId | null;
  /** The channel that contains it; null if that account was deleted. */
  readonly channelId: UserId | null;
  /** The current position of a running stream, or the position at which a message was written; null: neither. */
  readonly positionMs: number | null;
  readonly title: string;
  readonly snapshot: ReportSnapshot;
}

/** A key that is equal for equal targets. */
export const keyOf = (target: ReportTarget): string =>
  target.kind === 'message' ? `${target.streamId}/${target.number}` : target.id;

/** Null if the target does not exist. */
export async function findTarget(db: Reader, target: ReportTarget): Promise<FoundTarget | null> {
  switch (target.kind) {
    case 'profile': {
      const row = await db
        .selectFrom('profiles as p')
        .select(['p.username', 'p.display_name', 'p.bio'])
        .where('p.id', '=', target.id)
        .where(isPublic)
        .executeTakeFirst();
      if (row === undefined) return null;
      const people = { subjectId: target.id, channelId: target.id };
      return found(people, row.display_name, row.bio, `/streamer/${row.username}`);
    }
    case 'stream': {
      const row = await streams(db)
        .select(['s.streamer_id', 's.title', 's.category'])
        .select(
          sql<number | null>`CASE WHEN s.status = 'live' THEN ${msInto(sql`now()`)} END`.as('positionMs'),
        )
        .where('s.id', '=', target.id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const people = { subjectId: row.streamer_id, channelId: row.streamer_id };
      return found(people, row.title, row.category, `/stream/${target.id}`, row.positionMs);
    }
    case 'clip': {
      const row = await db
        .selectFrom('clips')
        .select(['creator_id', 'streamer_id', 'title'])
        .where('id', '=', target.id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const people = { subjectId: row.creator_id, channelId: row.streamer_id };
      return found(people, row.title, '', `/clips/${target.id}`);
    }
    case 'comment': {
      const row = await db
        .selectFrom('comments as c')
        .innerJoin('streams as s', 's.id', 'c.stream_id')
        .select(['c.author_id', 'c.stream_id', 'c.text', 's.streamer_id', 's.title'])
        .where('c.id', '=', target.id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const people = { subjectId: row.author_id, channelId: row.streamer_id };
      const href = `/stream/${row.stream_id}?comment=${target.id}`;
      return found(people, `Comment on “${row.title}”`, row.text, href);
    }
    case 'event': {
      const row = await db
        .selectFrom('ppv_events')
        .select(['creator_id', 'title', 'description'])
        .where('id', '=', target.id)
        .where('published_at', 'is not', null)
        .executeTakeFirst();
      if (row === undefined) return null;
      const people = { subjectId: row.creator_id, channelId: row.creator_id };
      return found(people, row.title, row.description, `/events/${target.id}`);
    }
    case 'donation': {
      const row = await db
        .selectFrom('donations')
        .select(['donor_id', 'recipient_id', 'message', 'guest_name'])
        .where('id', '=', target.id)
        .where((where) => where.or([where('message', '<>', ''), where('guest_name', 'is not', null)]))
        .executeTakeFirst();
      if (!row) return null;
      const people = { subjectId: row.donor_id, channelId: row.recipient_id };
      const by = row.guest_name === null ? '' : ` by ${guestLabel(row.guest_name)}`;
      return found(people, `Message of a donation${by}`, row.message, null);
    }
    case 'message':
      return await findMessage(db, target);
  }
}

const found = (
  people: Pick<FoundTarget, 'subjectId' | 'channelId'>,
  title: string,
  text: string,
  href: string | null,
  positionMs: number | null = null,
): FoundTarget => ({ ...people, positionMs, title, snapshot: { text, href, context: [] } });

const streams = (db: Reader) =>
  db.selectFrom('streams as s').leftJoin('recordings as rec', 'rec.stream_id', 's.id');

/** Milliseconds since the beginning of the recording, or of a stream that is not recorded. */
const msInto = (at: RawBuilder<unknown>) => sql<number>`greatest(0,
  extract(epoch FROM ${at} - coalesce(rec.starts_at, s.started_at)) * 1000)::bigint`;

/** Whether links can lead to a moment of the reported content. */
export async function hasRecording(db: Reader, target: ReportTarget): Promise<boolean> {
  if (target.kind !== 'stream' && target.kind !== 'message') return false;
  const row = await db
    .selectFrom('recordings')
    .select('stream_id')
    .where('stream_id', '=', target.kind === 'stream' ? target.id : target.streamId)
    .where('starts_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function findMessage(
  db: Reader,
  { streamId, number }: ReportTarget & { kind: 'message' },
): Promise<FoundTarget | null> {
  const rows = await db
    .selectFrom('chat_messages as m')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .innerJoin('streams as s', 's.id', 'm.stream_id')
    .leftJoin('recordings as rec', 'rec.stream_id', 's.id')
    .select(['m.number', 'm.author_id', 'm.text', 'm.sent_at', 'm.deleted_at'])
    .select(['p.display_name', 'p.username', 's.title', 's.streamer_id'])
    .select(msInto(sql`m.sent_at`).as('positionMs'))
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
    // The reported message is kept even if a moderator has deleted it in the meantime.
    text: row.deleted_at === null || row === reported ? row.text : null,
    sentAt: row.sent_at.toISOString(),
    isReported: row === reported,
  }));
  return {
    subjectId: reported.author_id,
    channelId: reported.streamer_id,
    positionMs: reported.positionMs,
    title: `Chat of “${reported.title}”`,
    snapshot: { text: reported.text, href: `/stream/${streamId}`, context },
  };
}
