import { role, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** The account may do nothing any more: what it has running is to be stopped. */
export const userBanned = defineEvent('identity.user_banned', z.object({ userId }));

export const roleRevoked = defineEvent('identity.role_revoked', z.object({ userId, role }));

/** The account and all its rows are gone: what it has running is to be stopped. */
export const userDeleted = defineEvent('identity.user_deleted', z.object({ userId }));

/** Sessions of this person have ended: what was opened with one of them is to be closed. */
export const sessionsEnded = defineEvent('identity.sessions_ended', z.object({ userId }));
