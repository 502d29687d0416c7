/** The only composition root: builds every part from the configuration and takes them down in reverse. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import { loadSecrets } from '#config/secrets.ts';
import { DELIVERY_SERVER_OPTIONS } from '#media/delivery/index.ts';
import { openInstanceDatabase } from '#platform/db/index.ts';
import {
  type Authenticator,
  assertPortFree,
  createHealth,
  createHttpApp,
  healthRoute,
  instanceRoute,
  openFrontDoor,
  openTo,
} from '#platform/http/index.ts';
import type { Log } from '#platform/log/log.ts';
import { lockInstance } from '#platform/process/instance-lock.ts';
import type { SignIn } from './banner.ts';
import { prepareDataDir } from './data-dir.ts';

export interface App extends AsyncDisposable {
  /** For tests that talk to it in process. */
  readonly http: FastifyInstance;
  /** The HTTP port in use, also where 0 was asked for. */
  readonly port: number;
  readonly signIns: readonly SignIn[];
}

export interface AppOptions {
  readonly log: Log;
  /** Aborted when the start is to be given up. */
  readonly signal?: AbortSignal;
  /** The built web app; tests point it elsewhere. */
  readonly webRoot?: string;
}

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Serves once it resolves. Disposing of it stops everything, children too, in the reverse order of
 * this function.
 * @throws ConfigError for what the operator can mend: a taken port, a locked or unusable directory
 */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const { log, signal } = options;
  await using stack = new AsyncDisposableStack();

  // Whatever the operator may have to mend comes first, before any heavy work.
  await prepareDataDir(config.dataDir);
  stack.defer(await lockInstance(config.dataDir));
  const door = await openFrontDoor({
    host: config.host,
    port: config.port,
    serverOptions: DELIVERY_SERVER_OPTIONS,
  });
  stack.defer(() => door.close());
  await assertPortFree('RTMP_PORT', { host: config.host, port: config.rtmpPort });
  const secrets = await loadSecrets(config);

  const database = await openInstanceDatabase(config, secrets, log, signal);
  stack.defer(() => database.close());
  signal?.throwIfAborted();

  const health = createHealth(config.version);
  health.add('database', true, async () => {
    const state = database.serverState();
    if (state === 'ok') await database.ping();
    return { state };
  });

  const authenticator: Authenticator = { authenticate: async () => null };
  const http = await createHttpApp({
    ...config,
    door,
    log,
    authenticator,
    webRoot: options.webRoot ?? WEB_ROOT,
  });
  stack.defer(() => http.close());
  healthRoute(http, health);
  instanceRoute(http, config);

  // Closed before what it leads to.
  stack.defer(() => door.close());
  await openTo(door, http);
  signal?.throwIfAborted();

  const parts = stack.move();
  return { http, port: door.port, signIns: [], [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
