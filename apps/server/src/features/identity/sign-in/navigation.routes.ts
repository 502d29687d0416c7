import * as c from '@tributary/contracts/identity';
import { SCREENS } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PERSONAL, route } from '#platform/http/route.ts';
import type { Log } from '#platform/log/log.ts';
import { AUTH_PATH, type Auth } from '../auth/auth.ts';
import { type AuthAnswer, type AuthCall, type CallAuth, createAuthCall } from '../auth/auth-call.ts';
import { stateOf } from '../auth/sign-in-state.ts';
import { identityErrors } from '../identity.errors.ts';
import type { InvitationCookie } from '../invitations/invitation-cookie.ts';

/** The rule by which the instance takes new accounts from the provider. */
export interface Admission {
  registration(): Promise<'open' | 'invitation' | 'closed'>;
  readonly cookie: InvitationCookie;
}

/** URLs that a browser opens from a mail or returns to from the OpenID Connect provider. */
export function navigationRoutes(
  app: FastifyInstance,
  call: CallAuth,
  oidcAuth: (() => Promise<Auth>) | null,
  log: Log,
  admission: Admission,
): void {
  const navigate = async (
    call: CallAuth,
    request: FastifyRequest,
    reply: FastifyReply,
    leadsTo: (answer: AuthAnswer) => string,
    admitted: Pick<AuthCall, 'registrationClosed' | 'invitation'> = {},
  ) => {
    const path = request.url.slice(AUTH_PATH.length);
    const answer = await call({ request, reply, ...admitted }, 'GET', path);
    const challenged = stateOf(answer).state === 'second_factor';
    reply.header('cache-control', PERSONAL);
    return reply.redirect(challenged ? SCREENS.secondFactor : leadsTo(answer));
  };
  const callOidc = async () => {
    if (!oidcAuth) throw identityErrors.oidc_not_configured();
    return createAuthCall(await oidcAuth(), log);
  };
  app.get(`${AUTH_PATH}/verify-email`, { schema: { hide: true } }, (request, reply) =>
    navigate(call, request, reply, afterConfirmation),
  );
  app.get(`${AUTH_PATH}/callback/${c.OIDC_PROVIDER}`, { schema: { hide: true } }, async (request, reply) => {
    const registration = await admission.registration();
    const invitation = admission.cookie.find(request.headers.cookie);
    if (invitation !== null) reply.header('set-cookie', admission.cookie.set(null));
    return navigate(await callOidc(), request, reply, locationOf, {
      registrationClosed: registration !== 'open',
      invitation: registration === 'invitation' ? invitation : null,
    });
  });
  route(app, c.signInWithProvider, async ({ body, ...http }) => {
    const { body: answer } = await (await callOidc())(http, 'POST', '/sign-in/social', {
      provider: c.OIDC_PROVIDER,
      callbackURL: body.callbackURL,
      errorCallbackURL: SCREENS.login,
      disableRedirect: true,
    });
    const { invitation = null } = body;
    if (invitation !== null) http.reply.header('set-cookie', admission.cookie.set(invitation));
    return z.object({ url: z.string() }).parse(answer);
  });
}

const locationOf = ({ location }: AuthAnswer): string => location ?? '/';

/** The page where the sign-up began. Browsers that the link did not sign in reach it through the sign-in page. */
function afterConfirmation(answer: AuthAnswer): string {
  const path = locationOf(answer);
  if (answer.setsSession) return path;
  const error = new URL(path, 'https://here.invalid').searchParams.get('error');
  return error === null
    ? `${SCREENS.confirmed}&from=${encodeURIComponent(path)}`
    : `${SCREENS.login}?error=${encodeURIComponent(error)}`;
}
