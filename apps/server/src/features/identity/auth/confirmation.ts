/**
 * Signs in the browser that signed up when it opens the confirmation link. Other browsers only confirm the
 * address: the link may have been opened by a mail scanner, or by the owner of an address that a stranger signed
 * up with.
 */
import type { User } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { BrowserCookie } from '../sessions/browser-cookie.ts';

/** @param signUpBrowsers ties a browser to the addresses that signed up in it */
export function signInAfterConfirmation(signUpBrowsers: BrowserCookie) {
  /** The user whose address a request has just confirmed. */
  const confirmed = new WeakMap<Request, User>();
  return {
    afterEmailVerification: async (user: User, request?: Request) => {
      if (request) confirmed.set(request, user);
    },
    afterHook: createAuthMiddleware(async (ctx) => {
      const user = ctx.request && confirmed.get(ctx.request);
      const cookies = ctx.headers?.get('cookie') ?? undefined;
      if (!user || signUpBrowsers.find(cookies, user.email) === null) return;
      const session = await ctx.context.internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
    }),
  };
}
