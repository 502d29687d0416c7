import { REALTIME_PATH, REALTIME_SUBPROTOCOL, REALTIME_TOKEN_PREFIX } from '@tributary/contracts/realtime';
import { locale } from '../messages/language.ts';
import { type SessionClient, session } from '../session/index.ts';
import { RealtimeClient } from './client.ts';
import { browserSignals } from './page-signals.ts';

/** The longest wait for a token. A refresh takes less, and a slow server must not keep messages back. */
const TOKEN_TIMEOUT_MS = 2_000;

let client: RealtimeClient | undefined;

/** The tab's connection, created on first use; it opens with the first subscription. */
export function realtime(): RealtimeClient {
  client ??= new RealtimeClient({
    ready: () => refreshedToken(session()),
    connect: () =>
      new WebSocket(
        // Browsers let no page set a header of a socket.
        new URL(`${REALTIME_PATH}?language=${locale()}`, location.href.replace(/^http/, 'ws')),
        protocolsFor(session().heldToken),
      ),
    signals: browserSignals,
    onSessionOver: () => session().retry(),
  });
  return client;
}

/**
 * Waits for the refresh of a token that is about to expire, since a connection keeps the token with which it was
 * opened. Null if there is nothing to wait for.
 */
export function refreshedToken(
  from: Pick<SessionClient, 'isTokenExpiring' | 'token'>,
): Promise<unknown> | null {
  if (!from.isTokenExpiring) return null;
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, TOKEN_TIMEOUT_MS);
  const refreshed = from.token().catch(() => null);
  return Promise.race([refreshed, timeout]).finally(() => clearTimeout(timer));
}

/**
 * The subprotocols with a held access token, which the server verifies without its database. Without one, the session
 * cookie that the browser sends anyway is enough: a page that loads does not wait for a token.
 */
const protocolsFor = (token: string | null): string[] =>
  token === null ? [] : [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_PREFIX}${token}`];
