/** Counts moderation actions in the audit log. */
import type { AuditAction } from '@tributary/contracts/instance';
import type { ModerationAct, ReportReason } from '@tributary/contracts/moderation';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/keyset.ts';

/** The public name of each action that is counted. Temporary bans count as suspensions. */
const ACTS: Readonly<Partial<Record<AuditAction, ModerationAct>>> = {
  'report.dismissed': 'dismissed',
  'report.removed': 'removed',
  'stream.hidden': 'removed',
  'clip.removed': 'removed',
  'emote.rejected': 'removed',
  'stream.stopped': 'stopped',
  'report.warned': 'warned',
  'report.suspended': 'suspended',
  'report.banned': 'banned',
  'user.banned': 'banned',
  'appeal.lifted': 'appeal_lifted',
  'appeal.upheld': 'appeal_upheld',
  'chat.message_deleted': 'message_deleted',
  'chat.cleared': 'chat_cleared',
  'chat.message_released': 'message_released',
  'chat.message_refused': 'message_refused',
  'comment.deleted': 'comment_deleted',
  'comment.released': 'comment_released',
  'comment.refused': 'comment_refused',
  'chat.user_banned': 'chat_banned',
  'chat.appeal_lifted': 'chat_appeal_lifted',
  'chat.appeal_upheld': 'chat_appeal_upheld',
};

export interface CountedAct {
  readonly month: string;
  readonly act: ModerationAct;
  readonly reason: ReportReason | null;
  readonly count: number;
}

/** The newest month comes first, and within it the most frequent actions. */
export async function countActs(db: Reader, since: Date): Promise<CountedAct[]> {
  const actions = Object.keys(ACTS);
  const acts = Object.values(ACTS);
  const { rows } = await sql<CountedAct>`
    SELECT to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
      CASE WHEN l.action = 'user.banned' AND l.details->'after'->>'until' IS NOT NULL THEN 'suspended' ELSE n.act END AS act,
      l.details->'after'->>'rule' AS reason, count(*) AS count
    FROM unnest(${actions}::text[], ${acts}::text[]) AS n (action, act)
    JOIN audit_log AS l ON l.action = n.action AND l.id >= ${firstIdAt(since.getTime())}
    GROUP BY 1, 2, 3 ORDER BY 1 DESC, 4 DESC, 2, 3`.execute(db);
  return rows;
}
