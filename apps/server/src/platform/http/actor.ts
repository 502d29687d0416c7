/** Who acts, as the audit log keeps it. */
import { createHmac } from 'node:crypto';
import type { UserId } from '@tributary/contracts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './access.ts';

export interface Actor {
  readonly userId: UserId;
  /** To find what they did in the server's log. */
  readonly requestId: string;
  /** Where they were, so that two places can be told apart and none can be read. */
  readonly addressHash: string | null;
}

/** @param key without one addresses are not kept at all */
export function actorOf(caller: Caller, request: FastifyRequest, key: string | null): Actor {
  // Keyed: there are so few addresses that a plain hash of one can be guessed.
  const addressHash = key && createHmac('sha256', key).update(request.ip).digest('base64url').slice(0, 16);
  return { userId: caller.userId, requestId: request.id, addressHash };
}
