import { type UserId, userId } from '@tributary/contracts/shared';
import { type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The user who is entering a code: already signed in, or past the first factor. */
export async function pendingTwoFactorUser(ctx: Context): Promise<UserId | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return userId.parse(session.user.id);
  const cookie = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  const pending = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge));
  return pending ? userId.parse(pending.value) : null;
}
