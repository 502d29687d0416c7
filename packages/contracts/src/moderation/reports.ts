/** Reports of people and of their content. Reports of the same content are one case, which an admin decides. */
import { z } from 'zod';
import { clipId } from '../clips/clips.ts';
import { commentId } from '../comments/comments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { adminReason, streamId, textLines, userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import {
  REPORT_AGO_MAX_MS,
  REPORT_DETAILS_MAX,
  REPORT_KINDS,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORT_STATES,
} from './constants.ts';

/** The rule that is broken. */
export const reportReason = z.enum(REPORT_REASONS, 'Choose a reason.');
export type ReportReason = z.infer<typeof reportReason>;

/** The subject of a report. A stream's recording belongs to the stream. */
export const reportTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), id: userId }),
  z.object({ kind: z.literal('stream'), id: streamId }),
  z.object({ kind: z.literal('clip'), id: clipId }),
  z.object({ kind: z.literal('message'), streamId, number: z.int().positive() }),
  z.object({ kind: z.literal('comment'), id: commentId }),
  z.object({ kind: z.literal('event'), id: z.uuid() }),
  z.object({ kind: z.literal('donation'), id: z.uuid() }),
]);
export type ReportTarget = z.infer<typeof reportTarget>;

export const reportKind = z.enum(REPORT_KINDS);
export type ReportKind = z.infer<typeof reportKind>;

/** A year, which is longer than any recording. */
const REPORT_POSITION_MAX_MS = 365 * 86_400_000;

/** The number of reports that one account can send in a day. */
export const REPORTS_PER_DAY = 20;

export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  tag: 'moderation',
  summary:
    'Report a person, a stream or its recording, a clip, a chat message, a comment, an event or a donation’s message',
  access: 'viewer',
  perMinute: 10,
  body: z.object({
    target: reportTarget,
    reason: reportReason,
    details: textLines(REPORT_DETAILS_MAX).default(''),
    positionMs: z
      .int()
      .nonnegative()
      .max(REPORT_POSITION_MAX_MS)
      .nullable()
      .default(null)
      .describe('Where the person was in the recording of the stream; null: they watched live, or nothing'),
    agoMs: z
      .int()
      .nonnegative()
      .max(REPORT_AGO_MAX_MS)
      .default(0)
      .describe('How long ago they opened the form'),
  }),
  response: z.void(),
});

/** The number of messages before and after a reported one that are kept with it. */
export const REPORT_CONTEXT_MESSAGES = 10;
/** The number of days for which decided cases are kept. */
export const REPORTS_KEPT_DAYS = 180;

/** The reported content at the time of the first report. */
export const reportSnapshot = z.object({
  text: z.string(),
  /** The path of the content, if it still exists. */
  href: z.string().nullable(),
  /** The messages around a reported one, itself included. */
  context: z.array(
    z.object({
      number: z.int(),
      author: z.string(),
      /** Null: it had already been deleted. */
      text: z.string().nullable(),
      sentAt: z.iso.datetime(),
      isReported: z.boolean(),
    }),
  ),
});
export type ReportSnapshot = z.infer<typeof reportSnapshot>;

export const reportOutcome = z.enum(REPORT_OUTCOMES);
export type ReportOutcome = z.infer<typeof reportOutcome>;

export const reportCase = z.object({
  id: z.uuid(),
  kind: reportKind,
  /** The title of the stream or clip, or the name of the person. */
  title: z.string(),
  person: z
    .object({ id: userId, username: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() })
    .nullable()
    .describe('Whom it is about; null where nobody signed in made it'),
  reportCount: z.int().positive(),
  reasons: z.array(reportReason).describe('Without repetitions'),
  openedAt: z.iso.datetime(),
  decision: z
    .object({
      outcome: reportOutcome,
      reason: reportReason,
      message: z.string(),
      at: z.iso.datetime(),
      by: z.string().nullable().describe('Null if the account was deleted'),
      readAt: z.iso.datetime().nullable().describe('When the person said that they had read the warning'),
    })
    .nullable(),
});
export type ReportCase = z.infer<typeof reportCase>;

export const REPORTS_PAGE_SIZE = 25;

export const reportFilter = z.object({
  state: z.enum(REPORT_STATES).default('open'),
  kind: reportKind.optional(),
});
export type ReportFilter = z.output<typeof reportFilter>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  tag: 'admin',
  summary: `List reported cases, newest first, ${REPORTS_PAGE_SIZE} per page`,
  access: 'admin',
  query: reportFilter.extend(pageQuery.shape),
  response: pageOf(reportCase),
});

export const reportCaseDetail = reportCase.extend({
  snapshot: reportSnapshot,
  channel: z.string().nullable().describe('Username of the channel that it is in; null if it was deleted'),
  canRemove: z.boolean().describe('Whether admins can remove what was reported'),
  reports: z.array(
    z.object({
      id: z.uuid(),
      reporter: z.string().nullable().describe('Null if the account was deleted'),
      reason: reportReason,
      details: z.string(),
      at: z.iso.datetime(),
      positionMs: z.int().nullable().describe('The moment in the recording, or in a stream that has none'),
      href: z.string().nullable().describe('Leads to what was reported, at that moment where it is recorded'),
      frame: z
        .enum(['moment', 'thumbnail'])
        .nullable()
        .describe('What the frame of the report shows; null: it has none'),
    }),
  ),
  history: z.array(reportCase).describe('Earlier cases about the same person, newest first'),
});
export type ReportCaseDetail = z.infer<typeof reportCaseDetail>;

export const getReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/:id',
  tag: 'admin',
  summary: 'Get a reported case with its reports, context and the history of the person',
  access: 'admin',
  params: byId,
  response: reportCaseDetail,
});

export const getReportFrame = endpoint({
  method: 'GET',
  path: '/api/admin/report-frames/:id',
  tag: 'admin',
  summary: 'Get the frame of a report: 640x360, WebP. It is deleted with the report',
  access: 'admin',
  params: byId,
  download: 'image/webp',
  response: z.unknown(),
});

export const reportDecision = z
  .object({
    outcome: reportOutcome,
    reason: reportReason.describe('The rule that was broken'),
    message: adminReason.describe('Shown to the person, unless the case is dismissed'),
    days: z.int().min(1).max(3650).nullable().default(null).describe('How long a suspension lasts'),
  })
  .refine(({ outcome, days }) => (outcome === 'suspended') === (days !== null), {
    path: ['days'],
    error: 'Choose for how many days to suspend the account.',
  });
export type ReportDecision = z.output<typeof reportDecision>;

export const decideReport = endpoint({
  method: 'PUT',
  path: '/api/admin/reports/:id/decision',
  tag: 'admin',
  summary:
    'Decide a reported case. The person and those who reported are told. Banning an admin requires a recent confirmation',
  access: 'admin',
  params: byId,
  body: reportDecision,
  response: z.void(),
});
