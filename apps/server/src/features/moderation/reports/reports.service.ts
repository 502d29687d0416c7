/** Takes reports, and shows admins the cases that they make up. */
import {
  REPORTS_PAGE_SIZE,
  REPORTS_PER_DAY,
  type ReportCase,
  type ReportCaseDetail,
  type ReportFilter,
  type ReportReason,
  type ReportTarget,
  type UserId,
} from '@tributary/contracts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { idKey } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/durations.ts';
import { publish } from '#platform/events/index.ts';
import { countNetwork } from '#platform/network/network-rate.ts';
import type { Counter, SharedState } from '#platform/shared-state/index.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { warningsChanged } from '../moderation.events.ts';
import { isRemovable } from './content-removal.service.ts';
import * as repo from './reports.repo.ts';
import { findTarget } from './targets.repo.ts';
import { markRead } from './warnings.repo.ts';

/** Reports of one network in a day: many accounts of a school, and a small part of a flood. */
const REPORTS_PER_NETWORK = 60;

export interface NewReport {
  readonly target: ReportTarget;
  readonly reason: ReportReason;
  readonly details: string;
}

export interface Reports {
  /**
   * Opens a case, or joins the open case about the same thing. Idempotent.
   * @throws AppError `report_limited`, `report_target_not_found`, `not_yourself`
   */
  send(report: NewReport, from: { readonly userId: UserId; readonly network: string }): Promise<void>;
  /** @throws AppError `cursor_invalid` */
  list(filter: ReportFilter & { cursor?: string | undefined }): Promise<{
    items: ReportCase[];
    next: string | null;
  }>;
  /** @throws AppError `report_not_found` */
  find(id: string): Promise<ReportCaseDetail>;
  countOpen(): Promise<number>;
  /** Idempotent. @throws AppError `warning_not_found` */
  readWarning(userId: UserId, id: string): Promise<void>;
}

export function createReports(db: Database, sharedState: SharedState): Reports {
  const sent = sharedState.store('reports');

  function refuseBeyond(limit: number, { count, expiresInMs }: Counter): void {
    if (count <= limit) return;
    throw moderationErrors.report_limited({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
  }

  return {
    async send({ target, reason, details }, { userId, network }) {
      refuseBeyond(REPORTS_PER_DAY, await sent.increment(`account ${userId}`, DAY_MS));
      const rate = { of: 'network', network, windowMs: DAY_MS, max: REPORTS_PER_NETWORK };
      refuseBeyond(REPORTS_PER_NETWORK, await countNetwork(sent, rate));
      await db.transact(async (tx) => {
        const found = await findTarget(tx, target);
        if (found === null) throw moderationErrors.report_target_not_found();
        if (found.subjectId === userId) throw moderationErrors.not_yourself();
        await repo.insertReport(tx, target, found, { reporterId: userId, reason, details });
      });
    },
    async list({ cursor, ...filter }) {
      const after = cursor === undefined ? undefined : decodeCursor(idKey, cursor);
      const rows = await db.read((reader) => repo.findCases(reader, filter, after));
      return pageOfRows(rows, REPORTS_PAGE_SIZE, ({ id }) => [id]);
    },
    find: (id) =>
      db.read(async (reader) => {
        const found = await repo.findCase(reader, id);
        const stored = await repo.findSnapshot(reader, id);
        if (found === null || stored === undefined) throw moderationErrors.report_not_found();
        const reports = await repo.findReports(reader, id);
        return {
          ...found,
          snapshot: stored.snapshot,
          canRemove: isRemovable(found.kind),
          reports: reports.map(({ reporterId: _, at, ...report }) => ({ ...report, at: at.toISOString() })),
          history: found.person ? await repo.findHistory(reader, found.person.id, id) : [],
        };
      }),
    countOpen: () => db.read(repo.countOpen),
    readWarning: (userId, id) =>
      db.transact(async (tx) => {
        if (!(await markRead(tx, userId, id))) throw moderationErrors.warning_not_found();
        await publish(tx, warningsChanged, { userId });
      }),
  };
}
