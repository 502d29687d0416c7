/** The only composition root: builds all parts from the configuration and closes them in reverse order. */
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import { loadSecrets } from '#config/secrets.ts';
// Not through its index, which loads nearly the whole program: that is loaded while the first clip is rendered.
import { openDemoClips } from '#demo/clips.ts';
import { closeIdleConnections, DELIVERY_SERVER_OPTIONS } from '#media/delivery/index.ts';
import { createAccessTokens } from '#platform/access-tokens/index.ts';
import { scheduleBackups } from '#platform/backup/index.ts';
import { openBus } from '#platform/bus/index.ts';
import { diskGuarded, openInstanceDatabase } from '#platform/db/index.ts';
import { watchDiskSpace } from '#platform/disk/index.ts';
import { openEvents } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import {
  assertPortFree,
  assertUdpPortFree,
  clientAddress,
  createHealth,
  createHttpApp,
  healthRoute,
  instanceInfo,
  instanceRoute,
  manifestRoute,
  mediaHostHandler,
  openHttpListener,
  originCheck,
  portError,
  usageByClient,
} from '#platform/http/index.ts';
import { createImages } from '#platform/images/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { createInstanceMail, mailLogo, outboxRoutes } from '#platform/mail/index.ts';
import {
  createExposition,
  metricsHandler,
  openMetricsServer,
  platformMetrics,
} from '#platform/metrics/index.ts';
import { viewerLimits } from '#platform/network/viewer-limits.ts';
import { createNotificationTypes } from '#platform/notifications/index.ts';
import { IdleMemory } from '#platform/process/idle-memory.ts';
import { lockInstance } from '#platform/process/instance-lock.ts';
import { measureProcess } from '#platform/process/process-usage.ts';
import { joinProcesses } from '#platform/processes/process-registry.ts';
import { createRealtime } from '#platform/realtime/index.ts';
import { openBranding, readSettings } from '#platform/settings/index.ts';
import { openSharedState } from '#platform/shared-state/index.ts';
import { openStorage } from '#platform/storage/index.ts';
import { createUserData } from '#platform/user-data.ts';
import type { SignIn } from './banner.ts';
import { prepareDataDir } from './data-dir.ts';
import type { CreateFeature } from './features.ts';

export interface App extends AsyncDisposable {
  /** For tests that call it in process. */
  readonly http: FastifyInstance;
  /** The actual HTTP port, also when 0 was requested. */
  readonly port: number;
  /** That of the metrics; null where they have none. */
  readonly metricsPort: number | null;
  readonly signIns: readonly SignIn[];
  /** Of an earlier demo on the same data. */
  readonly disabledDemoAccounts: number;
  /** The names of all topics on the realtime socket. */
  readonly topicNames: readonly string[];
}

export interface AppOptions {
  readonly log: Log;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
  /** The built web app; tests point it elsewhere. */
  readonly webRoot?: string;
  /** Features that a test adds to the instance's own. */
  readonly features?: readonly CreateFeature[];
  /** Milliseconds of the wall clock that playback grants expire by; tests move it. */
  readonly nowMs?: () => number;
}

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Resolves when the instance is serving. Disposing of it stops everything, child processes too, in reverse order.
 * @throws ConfigError for what the operator can fix: a port in use, a locked or unusable directory
 */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const { log, signal } = options;
  await using stack = new AsyncDisposableStack();

  // Checks that can fail because of the operator's settings come first, before any heavy work.
  await prepareDataDir(config.dataDir);
  stack.defer(await lockInstance(config.dataDir));
  const limits = viewerLimits(config);
  const listener = await openHttpListener({
    ...config,
    connections: limits.connections,
    serverOptions: DELIVERY_SERVER_OPTIONS,
  });
  stack.defer(closeIdleConnections(listener.server));
  stack.defer(() => listener.close());
  listener.server.on('error', (err) => log.error({ err }, 'The HTTP listener failed'));
  const takesEncoders = config.role !== 'worker';
  if (takesEncoders) await assertPortFree('RTMP_PORT', { host: config.host, port: config.rtmpPort });
  if (takesEncoders && config.webrtc !== null)
    await assertUdpPortFree('WEBRTC_PORT', { host: config.host, port: config.webrtc.port });
  if (takesEncoders && config.stunPort !== null)
    await assertUdpPortFree('STUN_PORT', { host: config.host, port: config.stunPort });
  const secrets = await loadSecrets(config);

  const diskSpace = await watchDiskSpace(config.dataDir, log);
  stack.defer(() => diskSpace.close());

  // The first clip is rendered while the rest of the program loads.
  const demoClips = config.demo
    ? await openDemoClips(config.dataDir, config.demoChannels, diskSpace, log)
    : null;
  stack.defer(() => demoClips?.close());
  const loading = import('./features.ts');
  const database = await openInstanceDatabase(config, secrets, log, signal);
  stack.defer(() => database.close());
  const { createFeatures, createIdentity } = await loading;
  signal?.throwIfAborted();

  const health = createHealth(config.version);
  health.add('database', true, async () => {
    const state = database.serverState();
    if (state === 'ok') await database.ping();
    return { state };
  });

  health.add('disk', false, () => diskSpace.state());

  const processes = await joinProcesses({
    db: database,
    log,
    dataDir: config.dataDir,
    url: config.processUrl ?? `http://${ownAddress(config.host)}:${listener.port}`,
    isShared: config.databaseUrl !== null,
  });
  stack.defer(() => processes.close());
  const events = await openEvents(database.pool, log);
  stack.defer(() => events.close());
  const bus = await openBus(config, database.pool, log);
  stack.defer(() => bus.close());
  const sharedState = await openSharedState(config, log);
  stack.defer(() => sharedState.close());
  const databaseDisk = config.databaseUrl === null ? diskSpace : null;
  const db = databaseDisk ? diskGuarded(database, databaseDisk) : database;
  const { owner } = database;
  const jobs = createJobs({
    db: database,
    events,
    log,
    diskSpace: databaseDisk,
    owner,
    takesHeavy: config.role !== 'web',
  });
  const storage = openStorage(config, diskSpace);
  const backups = scheduleBackups({ config, secrets, pool: database.pool, storage, jobs, log });
  const images = createImages({ storage, db, log });
  stack.defer(() => images.close());
  const userData = createUserData();
  const { publicUrl } = config;
  const branding = await openBranding({ db: database, events, instanceName: config.instanceName });
  const instanceName = () => branding.current().name;
  const mail = createInstanceMail(config, sharedState, log, () => mailLogo(branding.current(), publicUrl));
  stack.defer(() => mail.close());
  const accessTokens = createAccessTokens({ db: database, publicUrl, secret: secrets.auth });
  const identity = createIdentity({
    ...config,
    instanceName,
    db: database,
    log,
    mailer: mail.mailer,
    sharedState,
    userData,
    accessTokens,
    secret: secrets.auth,
    requireVerification: !config.demo,
  });
  const usage = measureProcess({ traffic: () => listener.traffic() });
  stack.defer(() => usage.close());
  const addressOf = clientAddress(config.trustProxy);
  const ownOrigin = originCheck(config);
  const realtime = createRealtime({
    bus,
    sharedState,
    accessTokens,
    authenticate: (request) => identity.authenticate(request),
    authenticateSession: (id) => identity.authenticateSession(id),
    originAllowed: (request) => ownOrigin(request.headers),
    clientAddress: addressOf,
    limits,
    secureCookies: config.publicUrl.startsWith('https:'),
    onError: (err, doing) => log.error({ err }, `A socket failed: ${doing}`),
  });
  // Long-lived connections: sockets, publishers, and players that wait for a playlist.
  const lasting = stack.use(new AsyncDisposableStack());
  lasting.defer(() => realtime.close());
  const platform = {
    config,
    secrets,
    log,
    db,
    criticalDb: database,
    replica: database.replica,
    mailer: mail.mailer,
    sharedState,
    processes,
    bus,
    storage,
    storageDisk: config.s3 ? null : diskSpace,
    diskSpace,
    images,
    branding,
    jobQueues: jobs,
    backups,
    usage,
    migrations: database.migrations,
    events,
    hooks: createHooks(),
    jobs,
    realtime,
    accessTokens,
    notificationTypes: createNotificationTypes(),
    userData,
    identity,
    demoClips,
    clientAddress: addressOf,
    nowMs: options.nowMs ?? Date.now,
    webrtc: config.webrtc && {
      settings: config.webrtc,
      limits: {
        viewers: usageByClient({ ...limits.webrtcViewers, total: config.webrtc.maxViewers }, addressOf),
        connecting: usageByClient(limits.webrtcConnecting, addressOf),
      },
    },
    deliveryLimits: {
      blockedRequests: usageByClient(limits.blockedRequests, addressOf),
      unsentBytes: usageByClient(limits.unsentBytes, addressOf),
    },
  };
  const features = createFeatures(platform, options.features);
  lasting.defer(() => features.close());
  // Jobs use all features, so they stop first.
  lasting.defer(() => jobs.close());

  const http = await createHttpApp({
    ...config,
    listener,
    log,
    branding: branding.current,
    instance: () => instanceInfo(config, database),
    authenticator: identity,
    sharedState,
    limits,
    addressKey: secrets.auth,
    currency: async () => (await database.read(readSettings)).currency,
    webRoot: options.webRoot ?? WEB_ROOT,
    findPage: features.findPage,
    replicaMaxLagMs: config.databaseReplica?.maxLagMs ?? null,
  });
  stack.defer(() => http.close());
  healthRoute(http, health, secrets.auth);
  instanceRoute(http, config, database);
  manifestRoute(http, branding);
  outboxRoutes(http, mail.readableOutbox);
  images.routes(http);
  // Before every other handler, those of features included.
  if (config.mediaUrl !== null) listener.addRaw(mediaHostHandler(config.mediaUrl, publicUrl));
  await features.routes(http);
  listener.addRaw(features.live.media.handle);
  const metricsPort = await serveMetrics();
  listener.addUpgrade(REALTIME_PATH, realtime.handleUpgrade);

  async function serveMetrics(): Promise<number | null> {
    const { server, token } = config.metrics;
    if (server === null && token === null) return null;
    const { migrations } = database;
    const ofPlatform = platformMetrics({
      version: config.version,
      db: database,
      replica: database.replica,
      migrations,
      jobQueues: jobs,
      backups,
      diskSpace,
      traffic: () => listener.traffic(),
      httpConnections: promisify(listener.server.getConnections.bind(listener.server)),
    });
    const exposition = await createExposition([...ofPlatform, ...features.metrics], log);
    const handle = metricsHandler(exposition, token, log);
    if (token !== null) listener.addRaw(handle);
    if (server === null) return null;
    const opened = await openMetricsServer(server, handle);
    stack.defer(() => opened.close());
    return opened.port;
  }

  async function listenForEncoders(): Promise<void> {
    await features.live.media.listen().catch((error: unknown) => {
      throw portError(error, 'RTMP_PORT', { host: config.host, port: config.rtmpPort });
    });
    health.add('ingest', true, () => ({ state: 'ok' }));
  }

  // New connections are refused while the long-lived ones are closed and running requests finish.
  stack.defer(async () => void (await Promise.all([listener.close(), lasting.disposeAsync()])));
  await http.ready();
  const disabledDemoAccounts = config.demo ? 0 : await features.disableDemoAccounts();
  await jobs.start();
  const idleMemory = new IdleMemory({ isBusy: () => features.live.media.stats().liveStreams > 0 });
  stack.defer(() => idleMemory.close());
  idleMemory.start();
  listener.open();
  await features.live.recover();
  if (takesEncoders) await listenForEncoders();
  const signIns = (await features.demo?.signIns()) ?? [];
  if (takesEncoders) features.demo?.start(features.live.media);
  signal?.throwIfAborted();

  const parts = stack.move();
  const topicNames = realtime.topicNames();
  return {
    http,
    port: listener.port,
    metricsPort,
    signIns,
    disabledDemoAccounts,
    topicNames,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** Where this machine reaches a server that listens on `host`. */
function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
