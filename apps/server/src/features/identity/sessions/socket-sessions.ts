import type { UserId } from '@tributary/contracts/shared';
import type { AccessTokens } from '#platform/access-tokens/index.ts';
import { type Feature, on, onGap } from '#platform/feature.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { roleRevoked, sessionsEnded, userBanned, userDeleted } from '../identity.events.ts';

export interface SocketSessionsOptions {
  readonly realtime: Realtime;
  readonly accessTokens: AccessTokens;
}

/** Revokes a person's access tokens and authenticates their sockets again when their sessions, roles or ban change. */
export function createSocketSessions({ realtime, accessTokens }: SocketSessionsOptions): Feature {
  const authenticateAgain = ({ userId }: { readonly userId: UserId }) => {
    // Tokens are revoked first, so that a closed socket cannot reconnect with its token.
    accessTokens.revoke(userId);
    return realtime.reauthenticate(userId);
  };
  return {
    name: 'socket-sessions',
    subscriptions: [
      on(userBanned, authenticateAgain),
      on(userDeleted, authenticateAgain),
      on(roleRevoked, authenticateAgain),
      on(sessionsEnded, authenticateAgain),
      onGap(() => realtime.reauthenticateAll()),
    ],
  };
}
