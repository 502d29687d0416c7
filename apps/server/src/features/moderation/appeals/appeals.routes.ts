import {
  decideAppeal,
  getModerationLog,
  getOwnBan,
  listAppeals,
  sendAppeal,
} from '@tributary/contracts/moderation';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { ReadModerationLog } from '../log/moderation-log.service.ts';
import type { Appeals } from './appeals.service.ts';

export function appealRoutes(app: FastifyInstance, appeals: Appeals, readLog: ReadModerationLog): void {
  route(app, getModerationLog, readLog);
  route(app, getOwnBan, ({ body }) => appeals.banOf(body.token));
  route(app, sendAppeal, ({ body }) => appeals.send(body.token, body.text));
  route(app, listAppeals, ({ query }) => appeals.list(query));
  route(app, decideAppeal, ({ params, body, actor }) => appeals.decide(params.id, body, actor));
}
