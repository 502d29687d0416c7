import { REALTIME_PATH, REALTIME_SUBPROTOCOL, REALTIME_TOKEN_PREFIX } from '@tributary/contracts';
import { session } from '../session/index.ts';
import { RealtimeClient } from './client.ts';
import { browserSignals } from './page-signals.ts';

let client: RealtimeClient | undefined;

/** The tab's connection, created on first use; it opens with the first subscription. */
export function realtime(): RealtimeClient {
  client ??= new RealtimeClient({
    connect: () =>
      new WebSocket(
        new URL(REALTIME_PATH, location.href.replace(/^http/, 'ws')),
        protocolsFor(session().heldToken),
      ),
    signals: browserSignals,
    onSessionOver: () => session().retry(),
  });
  return client;
}

/**
 * A held access token, which the server verifies without its database. Without one, the session cookie that the
 * browser sends anyway is enough: a page that loads does not wait for a token.
 */
const protocolsFor = (token: string | null): string[] =>
  token === null ? [] : [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_PREFIX}${token}`];
