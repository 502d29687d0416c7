/** Decides reported cases, and notifies the reported person and the reporters. */
import type { ReportDecision, ReportOutcome, ReportTarget } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import type { Users } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { publish } from '#platform/events/index.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { warningsChanged } from '../moderation.events.ts';
import { contentRemoved, reportReviewed, warned } from '../moderation.notifications.ts';
import type { ModerationOptions, NotifyUser } from '../moderation-options.ts';
import { requireProofAboutAdmin } from '../users/admin-targets.ts';
import type { RemoveContent } from './content-removal.service.ts';
import * as repo from './reports.repo.ts';

export interface DecisionsOptions {
  readonly db: Database;
  readonly users: Pick<Users, 'ban' | 'find'>;
  readonly notify: NotifyUser;
  readonly sendBanMail: ModerationOptions['sendBanMail'];
  readonly remove: RemoveContent;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * @throws AppError `report_not_found`, `report_decided`, `not_yourself`, `not_removable`, `nobody_to_act_on`,
 * `last_admin`, `proof_required` if an admin is banned
 */
export type DecideReport = (id: string, decision: ReportDecision, by: Actor) => Promise<void>;

interface Case {
  readonly target: ReportTarget;
  readonly subjectId: UserId | null;
  readonly title: string;
}

export function createDecisions({
  db,
  users,
  notify,
  sendBanMail,
  remove,
  nowMs,
}: DecisionsOptions): DecideReport {
  async function act(tx: Writer, { target, subjectId, title }: Case, decision: ReportDecision, by: Actor) {
    const { outcome, message, days } = decision;
    if (outcome === 'dismissed') return;
    if (outcome === 'removed') {
      await remove(tx, target, { by: by.userId, reason: message });
      if (subjectId === null) return;
      return await notify(tx, { userId: subjectId, ...contentRemoved.of({ title, reason: message }) });
    }
    if (subjectId === null) throw moderationErrors.nobody_to_act_on();
    if (outcome === 'warned') {
      await publish(tx, warningsChanged, { userId: subjectId });
      return await notify(tx, { userId: subjectId, ...warned.of(message) });
    }
    await requireProofAboutAdmin(users, subjectId, by);
    const until = days === null ? null : new Date(nowMs() + days * DAY_MS);
    await users.ban(tx, subjectId, { reason: message, until });
    await sendBanMail(tx, subjectId);
  }

  return (id, decision, by) =>
    db.transact(async (tx) => {
      const found = await repo.lockCase(tx, id);
      if (found === undefined) throw moderationErrors.report_not_found();
      if (found.decidedAt) throw moderationErrors.report_decided();
      if (found.subjectId === by.userId) throw moderationErrors.not_yourself();
      await repo.decide(tx, id, decision, by.userId);
      await act(tx, found, decision, by);
      const { outcome, reason: rule, message: reason, days } = decision;
      const after = { case: id, rule, ...(days !== null && { days }) };
      await audit(tx, { by, action: `report.${outcome}`, ...subjectOf(id, found, outcome), reason, after });
      for (const { reporterId } of await repo.findReports(tx, id)) {
        if (reporterId === null) continue;
        await notify(tx, { userId: reporterId, ...reportReviewed.of(outcome) });
      }
    });
}

/** The subject under which the audit log lists a decision, which is what the decision changed. */
function subjectOf(caseId: string, { target, subjectId }: Case, outcome: ReportOutcome) {
  if (outcome === 'removed' && target.kind === 'message')
    return { kind: 'stream', id: target.streamId } as const;
  if (outcome === 'removed' && (target.kind === 'stream' || target.kind === 'clip')) {
    return { kind: target.kind, id: target.id };
  }
  if (outcome === 'dismissed' || subjectId === null) return { kind: 'report', id: caseId } as const;
  return { kind: 'user', id: subjectId } as const;
}
