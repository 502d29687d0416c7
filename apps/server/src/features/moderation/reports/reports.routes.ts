import {
  decideReport,
  getReport,
  getReportFrame,
  listReports,
  readWarning,
  sendReport,
} from '@tributary/contracts/moderation';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { networkOf } from '#platform/network/network.ts';
import { moderationErrors } from '../moderation.errors.ts';
import type { DecideReport } from './decisions.service.ts';
import type { ReportFrames } from './report-frames.service.ts';
import type { Reports } from './reports.service.ts';

export interface ReportParts {
  readonly reports: Reports;
  readonly frames: Pick<ReportFrames, 'find'>;
  readonly decide: DecideReport;
}

export function reportRoutes(app: FastifyInstance, { reports, frames, decide }: ReportParts): void {
  route(app, sendReport, ({ body, caller, request }) =>
    reports.send(body, { userId: caller.userId, network: networkOf(request.ip) }),
  );
  route(app, listReports, ({ query }) => reports.list(query));
  route(app, getReport, ({ params }) => reports.find(params.id));
  route(app, getReportFrame, async ({ params, reply }) => {
    const image = await frames.find(params.id);
    if (image === undefined) throw moderationErrors.report_not_found();
    reply.type('image/webp');
    return image;
  });
  route(app, decideReport, ({ params, body, actor }) => decide(params.id, body, actor));
  route(app, readWarning, ({ params, caller }) => reports.readWarning(caller.userId, params.id));
}
