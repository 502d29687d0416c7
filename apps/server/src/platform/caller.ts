/** The signed-in user behind a call, as services see it and as the audit log records it. */
import type { Role, UserId } from '@tributary/contracts/shared';

export interface Caller {
  readonly userId: UserId;
  /** Read from the database for this request, never from a token. */
  readonly roles: readonly Role[];
  /** The session of this request. */
  readonly sessionId: string;
  /** An admin who must set up a second factor before using admin endpoints. */
  readonly owesSecondFactor?: boolean;
  /** Whether this session's user has confirmed who they are within the last ten minutes. */
  readonly isProven?: boolean;
}

/** The user behind an action, as recorded in the audit log. */
export interface Actor {
  readonly userId: UserId;
  /** Finds the request in the server's log. */
  readonly requestId: string;
  /** Distinguishes addresses without revealing them. */
  readonly addressHash: string | null;
  /** As of the caller. Not recorded. */
  readonly isProven?: boolean;
}
