import * as c from '@tributary/contracts/identity';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Invitations } from './invitations.service.ts';

export function invitationRoutes(app: FastifyInstance, invitations: Invitations): void {
  route(app, c.listInvitations, async () => ({ invitations: await invitations.list() }));
  route(app, c.createInvitation, ({ body, actor }) => invitations.create(body, actor));
  route(app, c.deleteInvitation, ({ params, actor }) => invitations.delete(params.id, actor));
}
