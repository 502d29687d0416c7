import { decideReport, getReport, listReports, readWarning, sendReport } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { networkOf } from '#platform/network/network.ts';
import type { DecideReport } from './decisions.service.ts';
import type { Reports } from './reports.service.ts';

export function reportRoutes(app: FastifyInstance, reports: Reports, decide: DecideReport): void {
  route(app, sendReport, ({ body, caller, request }) =>
    reports.send(body, { userId: caller.userId, network: networkOf(request.ip) }),
  );
  route(app, listReports, ({ query }) => reports.list(query));
  route(app, getReport, ({ params }) => reports.find(params.id));
  route(app, decideReport, ({ params, body, actor }) => decide(params.id, body, actor));
  route(app, readWarning, ({ params, caller }) => reports.readWarning(caller.userId, params.id));
}
