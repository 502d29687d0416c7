import * as c from '@tributary/contracts/identity';
import type { FastifyInstance } from 'fastify';
import { PERSONAL, route } from '#platform/http/route.ts';
import type { AccountRecovery } from './recovery.service.ts';

export function recoveryRoutes(app: FastifyInstance, recovery: AccountRecovery): void {
  route(app, c.mailPasswordReset, ({ params, actor }) => recovery.mailReset(params.id, actor));
  route(app, c.makePasswordResetLink, ({ params, actor, reply }) => {
    reply.header('cache-control', PERSONAL);
    return recovery.makeLink(params.id, actor);
  });
  route(app, c.removeSecondFactor, ({ params, actor }) => recovery.removeSecondFactor(params.id, actor));
}
