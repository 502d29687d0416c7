import { REALTIME_PATH } from '@tributary/contracts';
import { session } from '../session/index.ts';
import { RealtimeClient } from './client.ts';
import { browserSignals } from './page-signals.ts';

let client: RealtimeClient | undefined;

/** The tab's connection, created on first use; it opens with the first subscription. */
export function realtime(): RealtimeClient {
  client ??= new RealtimeClient({
    connect: () => new WebSocket(new URL(REALTIME_PATH, location.href.replace(/^http/, 'ws'))),
    signals: browserSignals,
    onSessionOver: () => session().retry(),
  });
  return client;
}
