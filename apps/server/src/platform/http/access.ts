/** Who calls, and whether they may: decided before a body is read or a handler runs (spec section 6). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Access, Role, UserId } from '@tributary/contracts';
import { defineErrors } from '../errors.ts';

export interface Caller {
  readonly userId: UserId;
  /** As the database has them now, never as a token remembers them. */
  readonly roles: readonly Role[];
  /** The session that the request came with. */
  readonly sessionId: string;
  /** An admin who has to set up a second factor before acting as one. */
  readonly owesSecondFactor?: boolean;
}

/** Identity's part: from a request's headers to a person, or null; for sockets too. */
export interface Authenticator {
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Caller | null>;
}

const errors = defineErrors({
  // The sentence is spec section 8's.
  unauthenticated: ['unauthenticated', 'Not authenticated'],
  role_missing: ['forbidden', 'Your account does not have the role that this needs.'],
  second_factor_required: [
    'forbidden',
    'Admins of this instance need a second factor: set up an authenticator app under Security first.',
  ],
});

/** @throws AppError `unauthenticated`, `role_missing` or `second_factor_required` */
export async function requireAccess(
  access: Exclude<Access, 'public'>,
  request: { readonly headers: IncomingHttpHeaders },
  authenticator: Authenticator,
): Promise<Caller> {
  const caller = await authenticator.authenticate(request);
  if (!caller) throw errors.unauthenticated();
  // Whoever is signed in is a viewer, also without a row that says so (spec section 4).
  if (access !== 'viewer' && !caller.roles.includes(access)) throw errors.role_missing();
  if (access === 'admin' && caller.owesSecondFactor) throw errors.second_factor_required();
  return caller;
}
