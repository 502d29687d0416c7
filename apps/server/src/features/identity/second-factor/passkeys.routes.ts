import * as c from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import type { Accounts } from '../account/account.service.ts';
import type { CallAuth } from '../auth/auth-call.ts';
import type { ReplaceSession } from '../sign-in/sign-in-state.ts';

export function passkeyRoutes(
  app: FastifyInstance,
  call: CallAuth,
  accounts: Accounts,
  replaceSession: ReplaceSession,
): void {
  const json = z.record(z.string(), z.unknown());
  route(app, c.passkeyCreationOptions, async (http) =>
    json.parse((await call(http, 'GET', '/passkey/generate-register-options')).body),
  );
  route(app, c.createPasskey, async ({ body, caller, ...http }) => {
    await call(http, 'POST', '/passkey/verify-registration', body);
    await accounts.notify(caller.userId, 'A passkey was added. It signs in without your password.');
  });
  route(app, c.passkeyRequestOptions, async (http) =>
    json.parse((await call(http, 'GET', '/passkey/generate-authenticate-options')).body),
  );
  route(app, c.signInWithPasskey, async ({ body, findCaller, ...http }) => {
    await replaceSession(findCaller, () => call(http, 'POST', '/passkey/verify-authentication', body));
    return { state: 'signed_in' as const };
  });
  route(app, c.deletePasskey, async ({ params, caller }) => {
    await accounts.deletePasskey(caller.userId, params.id);
    await accounts.notify(caller.userId, 'A passkey was deleted.');
  });
}
