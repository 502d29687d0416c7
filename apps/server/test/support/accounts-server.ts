/** Identity and channels behind the real HTTP server, without media, for the account tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createChannels } from '#features/channels/index.ts';
import { createIdentity, type OidcProvider } from '#features/identity/index.ts';
import { createAccessTokens } from '#platform/access-tokens/index.ts';
import type { Database } from '#platform/db/index.ts';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createImages } from '#platform/images/index.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { limitMails, type Outbox, outboxRoutes } from '#platform/mail/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createDiskStorage } from '#platform/storage/index.ts';
import { createUserData } from '#platform/user-data.ts';
import { Browser } from './browser.ts';
import { Mailbox } from './mailbox.ts';

export interface AccountsServerOptions {
  readonly requireVerification?: boolean;
  /** Trusted reverse proxies; tests act as one to use many IP addresses. */
  readonly trustProxy?: readonly string[];
  readonly publicUrl?: string;
  readonly oidc?: OidcProvider;
  readonly breachesUrl?: string;
  readonly log?: Log;
  /** The clock of limits, in milliseconds. */
  readonly now?: () => number;
  /** The outbox that admins can read, as on a demo instance. */
  readonly outbox?: Outbox;
}

/** Serves the features and closes them when the test finishes. */
export async function serveAccounts(db: Database, options: AccountsServerOptions = {}) {
  const log = options.log ?? createLog('silent');
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const publicUrl = options.publicUrl ?? url;
  const secret = 'a secret of the tests that is long enough';
  const mails = new Mailbox();
  const sharedState = createMemoryState(options.now);
  const userData = createUserData();
  const identity = createIdentity({
    db,
    publicUrl,
    instanceName: () => 'Test',
    secret,
    mailer: limitMails(options.outbox ?? mails, sharedState, log),
    sharedState,
    log,
    requireVerification: options.requireVerification ?? false,
    oidc: options.oidc ?? null,
    breachesUrl: options.breachesUrl ?? null,
    userData,
    accessTokens: createAccessTokens({ db, publicUrl, secret }),
  });
  const webRoot = await mkdtemp(join(tmpdir(), 'tributary-web-'));
  onTestFinished(() => rm(webRoot, { recursive: true, force: true }));
  const images = createImages({ storage: createDiskStorage(webRoot), db, log });
  onTestFinished(() => images.close());
  const channels = createChannels({
    db,
    identity,
    images,
    rtmpUrl: 'rtmp://127.0.0.1/live',
    streamKeySecret: 'another secret of the tests',
  });
  const http = await createHttpApp({
    listener,
    log,
    authenticator: identity,
    instanceName: 'Test',
    version: '0',
    publicUrl,
    trustProxy: options.trustProxy ?? [],
    webRoot,
  });
  for (const feature of [identity, channels]) {
    userData.add(feature);
    await feature.routes?.(http);
  }
  outboxRoutes(http, options.outbox ?? null);
  await http.ready();
  listener.open();
  onTestFinished(async () => {
    await listener.close(0);
    await http.close();
  });
  return { url, http, identity, channels, mails, browser: () => new Browser(url) };
}
