import { role, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** The account was banned; its streams and other activities must be stopped. */
export const userBanned = defineEvent('identity.user_banned', z.object({ userId }));

export const roleRevoked = defineEvent('identity.role_revoked', z.object({ userId, role }));

/** The account and its rows were deleted; its streams and other activities must be stopped. */
export const userDeleted = defineEvent('identity.user_deleted', z.object({ userId }));

/** Sessions of this person ended; sockets opened with them must be closed. */
export const sessionsEnded = defineEvent('identity.sessions_ended', z.object({ userId }));

/** A browser signed out of its session. */
export const signedOut = defineEvent('identity.signed_out', z.object({ sessionId: z.string() }));
