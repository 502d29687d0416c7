import * as c from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import type { Log } from '#platform/log/log.ts';
import { AUTH_PATH, type Auth } from '../auth/auth.ts';
import { type CallLibrary, createLibraryCall } from '../auth/auth-call.ts';
import { identityErrors } from '../identity.errors.ts';
import { stateOf } from './sign-in-state.ts';

/** Addresses that a browser is sent to, from a mail or back from another provider; and how it gets there. */
export function navigationRoutes(
  app: FastifyInstance,
  call: CallLibrary,
  elsewhere: (() => Promise<Auth>) | null,
  log: Log,
  registrationOpen: () => Promise<boolean>,
): void {
  const navigate = async (
    call: CallLibrary,
    request: FastifyRequest,
    reply: FastifyReply,
    registrationClosed = false,
  ) => {
    const path = request.url.slice(AUTH_PATH.length);
    const answer = await call({ request, reply, registrationClosed }, 'GET', path);
    const challenged = stateOf(answer).state === 'second_factor';
    reply.header('cache-control', 'no-store');
    return reply.redirect(challenged ? c.SCREENS.secondFactor : (answer.location ?? '/'));
  };
  const callElsewhere = async () => {
    if (!elsewhere) throw identityErrors.sign_in_elsewhere_off();
    return createLibraryCall(await elsewhere(), log);
  };
  app.get(`${AUTH_PATH}/verify-email`, { schema: { hide: true } }, (request, reply) =>
    navigate(call, request, reply),
  );
  app.get(`${AUTH_PATH}/callback/${c.OIDC_PROVIDER}`, { schema: { hide: true } }, async (request, reply) =>
    navigate(await callElsewhere(), request, reply, !(await registrationOpen())),
  );
  route(app, c.signInWithProvider, async ({ body, ...http }) => {
    const { body: answer } = await (await callElsewhere())(http, 'POST', '/sign-in/social', {
      provider: c.OIDC_PROVIDER,
      callbackURL: body.callbackURL,
      errorCallbackURL: c.SCREENS.login,
      disableRedirect: true,
    });
    return z.object({ url: z.string() }).parse(answer);
  });
}
