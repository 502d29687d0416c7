/** Authentication and authorization of requests, before a body is read or a handler runs (spec section 6). */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '@tributary/contracts/shared';
import type { FastifyRequest } from 'fastify';
import type { Actor, Caller } from '../caller.ts';
import { defineErrors } from '../errors.ts';
import { requireProof } from '../recent-proof.ts';

/**
 * Finds the user of a request by its headers; null without a session. Identity implements it for requests and sockets.
 */
export interface Authenticator {
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Caller | null>;
}

const errors = defineErrors('access', {
  // Section 8 of the specification gives this text.
  unauthenticated: 'unauthenticated',
  role_missing: 'forbidden',
  second_factor_required: 'forbidden',
});

/** @throws AppError `unauthenticated`, `role_missing`, `second_factor_required` or `proof_required` */
export async function requireAccess(
  { access, recentProof }: { readonly access: Access; readonly recentProof?: true | undefined },
  request: { readonly headers: IncomingHttpHeaders },
  authenticator: Authenticator,
): Promise<Caller> {
  const caller = await authenticator.authenticate(request);
  if (!caller) throw errors.unauthenticated();
  // Every signed-in user is a viewer, even without a role row (spec section 4).
  if (access !== 'viewer' && access !== 'public' && !caller.roles.includes(access))
    throw errors.role_missing();
  if (access === 'admin' && caller.owesSecondFactor) throw errors.second_factor_required();
  if (recentProof) requireProof(caller);
  return caller;
}

/** @param key the key of the hash; null records no address */
export function actorOf(caller: Caller, request: FastifyRequest, key: string | null): Actor {
  // The hash is keyed, because IP addresses are few enough to recover from a plain hash.
  const addressHash = key && createHmac('sha256', key).update(request.ip).digest('base64url').slice(0, 16);
  const { userId, isProven = false } = caller;
  return { userId, requestId: request.id, addressHash, isProven };
}
