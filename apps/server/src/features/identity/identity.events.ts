import { role, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** The account may do nothing any more: what it has running is to be stopped. */
export const userBanned = defineEvent('identity.user_banned', z.object({ userId }));

export const roleRevoked = defineEvent('identity.role_revoked', z.object({ userId, role }));
