import { getAllEarnings, getEarnings } from '@tributary/contracts/payouts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { EarningsService } from './earnings.service.ts';

export function earningRoutes(app: FastifyInstance, earnings: EarningsService): void {
  route(app, getEarnings, ({ caller, query }) => earnings.summarize(caller.userId, query.period));
  route(app, getAllEarnings, ({ query }) => earnings.summarize(null, query.period));
}
