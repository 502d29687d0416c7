import { browserPage, createTabs } from './browser.ts';
import { SessionClient } from './client.ts';
import { sessionServer } from './server.ts';

export type { Session, SessionClient, SessionEvent } from './client.ts';

let client: SessionClient | undefined;

/** The tab's session client, started on first use. */
export function session(): SessionClient {
  if (!client) {
    client = new SessionClient({ server: sessionServer, tabs: createTabs(), page: browserPage });
    client.start();
  }
  return client;
}
