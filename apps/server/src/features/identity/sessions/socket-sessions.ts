import type { UserId } from '@tributary/contracts';
import { type Feature, on, onGap } from '#platform/feature.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { roleRevoked, sessionsEnded, userBanned, userDeleted } from '../identity.events.ts';

/** Authenticates a person's sockets again when their sessions, roles or ban change. */
export function createSocketSessions({ realtime }: { readonly realtime: Realtime }): Feature {
  const authenticateAgain = ({ userId }: { readonly userId: UserId }) => realtime.reauthenticate(userId);
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
