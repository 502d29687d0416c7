/** The signed-in user of a request, for services and the audit log. */
import type { Role, UserId } from '@tributary/contracts/shared';

export interface Caller {
  readonly userId: UserId;
  /** The roles, read from the database for this request and never from a token. */
  readonly roles: readonly Role[];
  /** The session of this request. */
  readonly sessionId: string;
  /** Whether the caller is an admin who must set up a second factor before using admin endpoints. */
  readonly owesSecondFactor?: boolean;
  /** Whether this session's user has confirmed who they are within the last ten minutes. */
  readonly isProven?: boolean;
}

/** The user behind an action, as recorded in the audit log. */
export interface Actor {
  readonly userId: UserId;
  /** The id by which the server's log lists the request. */
  readonly requestId: string;
  /** A hash that distinguishes addresses without revealing them. */
  readonly addressHash: string | null;
  /** Whether the caller is proven. It is not recorded. */
  readonly isProven?: boolean;
}
