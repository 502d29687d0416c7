/** Accepts reports, and groups them into cases for admins. */
import {
  REPORTS_PAGE_SIZE,
  REPORTS_PER_DAY,
  type ReportCase,
  type ReportCaseDetail,
  type ReportFilter,
  type ReportReason,
  type ReportTarget,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
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
import type { ReportFrames } from './report-frames.service.ts';
import * as repo from './reports.repo.ts';
import { findTarget, hasRecording } from './targets.repo.ts';
import { markRead } from './warnings.repo.ts';

/**
 * The number of reports from one network in a day: enough for the accounts of a school, and a small part of a flood.
 */
const REPORTS_PER_NETWORK = 60;

/** Within this time after the form was opened, the newest frame of a live stream still shows what the reporter saw. */
const LIVE_FRAME_MS = 5_000;

export interface NewReport {
  readonly target: ReportTarget;
  readonly reason: ReportReason;
  readonly details: string;
  /** The position in the recording; null: the reporter watched live, or not at all. */
  readonly positionMs: number | null;
  /** The time since the reporter opened the form. */
  readonly agoMs: number;
}

export interface Reports {
  /**
   * Opens a case, or joins the open case about the same content. Idempotent.
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
  /**
   * Marks a warning as read. Idempotent.
   * @throws AppError `warning_not_found`
   */
  readWarning(userId: UserId, id: string): Promise<void>;
}

export interface ReportsOptions {
  readonly db: Database;
  readonly sharedState: SharedState;
  readonly frames: Pick<ReportFrames, 'request'>;
}

export function createReports({ db, sharedState, frames }: ReportsOptions): Reports {
  const sent = sharedState.store('reports');

  function refuseBeyond(limit: number, { count, expiresInMs }: Counter): void {
    if (count <= limit) return;
    throw moderationErrors.report_limited({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
  }

  return {
    async send({ target, reason, details, positionMs, agoMs }, { userId, network }) {
      refuseBeyond(REPORTS_PER_DAY, await sent.increment(`account ${userId}`, DAY_MS));
      const rate = { of: 'network', network, windowMs: DAY_MS, max: REPORTS_PER_NETWORK };
      refuseBeyond(REPORTS_PER_NETWORK, await countNetwork(sent, rate));
      await db.transact(async (tx) => {
        const found = await findTarget(tx, target);
        if (found === null) throw moderationErrors.report_target_not_found();
        if (found.subjectId === userId) throw moderationErrors.not_yourself();
        const isStream = target.kind === 'stream';
        const isLive = isStream && positionMs === null && found.positionMs !== null;
        const knownMs = isLive ? Math.max(0, found.positionMs - agoMs) : found.positionMs;
        const row = {
          reporterId: userId,
          reason,
          details,
          positionMs: (isStream ? positionMs : null) ?? knownMs,
        };
        const added = await repo.insertReport(tx, target, found, row);
        if (added === null) return;
        // Earlier moments are taken from the recording, if there is one.
        const isPast = agoMs > LIVE_FRAME_MS && (await hasRecording(tx, target));
        await frames.request(tx, { ...added, target, isLive: isLive && !isPast });
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
        const stored = await repo.findContent(reader, id);
        if (found === null || stored === undefined) throw moderationErrors.report_not_found();
        const reports = await repo.findReports(reader, id);
        const canRewind = await hasRecording(reader, stored.target);
        return {
          ...found,
          snapshot: stored.snapshot,
          channel: stored.channel,
          canRemove: isRemovable(found.kind),
          reports: reports.map(({ reporterId: _, at, ...report }) => ({
            ...report,
            at: at.toISOString(),
            href: canRewind ? linkTo(stored.snapshot.href, report.positionMs) : stored.snapshot.href,
          })),
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

/** Adds the moment in a recording to a link. */
const linkTo = (href: string | null, positionMs: number | null): string | null =>
  href === null || positionMs === null ? href : `${href}?t=${Math.floor(positionMs / 1000)}s`;
