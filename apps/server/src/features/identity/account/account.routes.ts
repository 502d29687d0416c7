import * as c from '@tributary/contracts/identity';
import type { UserId } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Accounts } from './account.service.ts';

export function accountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  backupCodesLeft: (userId: UserId) => Promise<number>,
): void {
  route(app, c.listSessions, async ({ caller }) => ({ sessions: await accounts.sessions(caller) }));
  route(app, c.endSession, ({ caller, params }) => accounts.endSession(caller.userId, params.id));
  route(app, c.endOtherSessions, ({ caller }) => accounts.endSessions(caller.userId, caller.sessionId));
  route(app, c.signOutEverywhere, ({ caller }) => accounts.endSessions(caller.userId, null));
  route(app, c.getSecurity, ({ caller }) =>
    accounts.security(caller.userId, () => backupCodesLeft(caller.userId)),
  );
  route(app, c.exportAccount, async ({ caller, reply }) => {
    reply.header('content-disposition', 'attachment; filename="account.json"');
    return accounts.exportEverything(caller.userId);
  });
  route(app, c.deleteAccount, async ({ caller, body }) => {
    await accounts.prove(caller, body.password);
    await accounts.delete(caller.userId);
  });
}
