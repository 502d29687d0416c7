/** The features, each built from what it stands on, and the typed events between them. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Secrets } from '#config/secrets.ts';
import { createDemo, type Demo, type DemoClips, seedingRoutes } from '#demo/index.ts';
import { createAdmin } from '#features/admin/index.ts';
import {
  type Channels,
  channelsRoutes,
  createChannels,
  createStreamThumbnails,
  streamKeyRotated,
  streamSettingsChanged,
} from '#features/channels/index.ts';
import { createDiscovery, discoveryRoutes } from '#features/discovery/index.ts';
import { createFollows } from '#features/follows/index.ts';
import {
  createIdentity,
  type Identity,
  roleRevoked,
  sessionsEnded,
  userBanned,
  userDeleted,
} from '#features/identity/index.ts';
import { createLibrary } from '#features/library/index.ts';
import { createLive, type Live } from '#features/live/index.ts';
import { createMetricsFeature } from '#features/metrics/index.ts';
import { channelModerated, createModeration, streamStopped } from '#features/moderation/index.ts';
import { createMoneyFeature } from '#features/money/index.ts';
import { createNotificationsFeature } from '#features/notifications/index.ts';
import { createPagesFeature } from '#features/pages/index.ts';
import { createPreferences } from '#features/preferences/index.ts';
import { createProfilesFeature } from '#features/profiles/index.ts';
import { createSyndication } from '#features/syndication/index.ts';
import { createMediaCore, type MediaCore } from '#media/core.ts';
import { rtmpIngest } from '#media/ingest/rtmp/rtmp-server.ts';
import { Thumbnailer } from '#media/thumbnailer/index.ts';
import type { Database } from '#platform/db/index.ts';
import type { DiskRoom } from '#platform/disk/index.ts';
import type { Events } from '#platform/events/index.ts';
import type { FindPage } from '#platform/http/index.ts';
import { createImages } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { createOutbox, createSmtp, type Mailer, type Outbox } from '#platform/mail/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { openStorage } from '#platform/storage/index.ts';

export interface FeatureParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly room: DiskRoom;
  readonly db: Database;
  /** For what goes on where the disk is nearly full. */
  readonly criticalDb: Database;
  readonly mailer: Mailer;
  readonly sharedState: SharedState;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly identity: Identity;
  /** On a demo instance. */
  readonly clips: DemoClips | null;
}

export interface Features {
  readonly channels: Channels;
  readonly live: Live;
  readonly media: MediaCore;
  readonly findPage: FindPage;
  /** Null on a production instance. */
  readonly demo: Demo | null;
  routes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

export interface InstanceMail {
  readonly mailer: Mailer;
  /** Null where its mails are nobody's to read on the web: they open people's accounts. */
  readonly readableOutbox: Outbox | null;
  close(): void;
}

export function createInstanceMail({ smtpUrl, mailFrom, dataDir, demo }: Config, log: Log): InstanceMail {
  if (smtpUrl !== null) {
    const mailer = createSmtp({ url: smtpUrl, from: mailFrom, log });
    return { mailer, readableOutbox: null, close: () => mailer.close() };
  }
  const outbox = createOutbox({ directory: join(dataDir, 'outbox'), from: mailFrom, log });
  return { mailer: outbox, readableOutbox: demo ? outbox : null, close: () => {} };
}

export function createInstanceIdentity({
  config,
  secrets,
  log,
  db,
  mailer,
  sharedState,
}: Pick<FeatureParts, 'config' | 'secrets' | 'log' | 'db' | 'mailer' | 'sharedState'>): Identity {
  const { publicUrl, reachableByAddress, instanceName, demo, oidc, breachesUrl } = config;
  return createIdentity({
    db,
    publicUrl,
    reachableByAddress,
    instanceName,
    secret: secrets.auth,
    mailer,
    sharedState,
    log,
    requireVerification: !demo,
    oidc,
    breachesUrl,
  });
}

export function createFeatures(parts: FeatureParts): Features {
  const { config, secrets, log, room, db, criticalDb, mailer, events, jobs, realtime, identity, clips } =
    parts;
  const channels = createChannels({
    db,
    users: identity.users,
    rtmpUrl: config.rtmpUrl,
    streamKeySecret: secrets.streamKey,
  });
  const storage = openStorage(config, room);
  const images = createImages({ storage, db, log });
  const thumbnailer = new Thumbnailer({
    log,
    onThumbnail(streamId, bytes, contentType) {
      live.keepThumbnail(streamId, bytes, contentType).catch((err: unknown) => {
        log.warn({ err, streamId }, 'A picture of a stream could not be kept');
      });
    },
  });
  const live = createLive({
    db,
    criticalDb,
    log,
    realtime,
    storage,
    images,
    graceSeconds: config.media.graceSeconds,
    authorizeKey: (streamKey) => channels.authorizeKey(streamKey),
    settingsOf: (userId) => channels.settings(userId),
    stop: (userId, reason) => media.stop(userId, reason),
    onBegin: (tx, streamerId, streamId) => notifications.streamBegan(tx, streamerId, streamId),
    onRecorded: (session) => session.attach(thumbnailer.sink(session.streamId)),
    onChannelChanged: ({ streamer }) => follows.channelChanged(streamer.id),
  });
  const preferences = createPreferences(db);
  const follows = createFollows({
    db,
    events,
    realtime,
    channels,
    viewersOf: (id) => live.viewersOf(id),
    onFollowed: (tx, followerId, streamerId) => notifications.followed(tx, followerId, streamerId),
  });
  const library = createLibrary({ db, log, realtime, viewersOf: (id) => live.viewersOf(id) });
  const streamThumbnails = createStreamThumbnails({
    db,
    images,
    isShown: (userId, url) => live.isShown(userId, url),
  });
  const notifications = createNotificationsFeature({
    ...config,
    db,
    log,
    events,
    jobs,
    realtime,
    users: identity.users,
    mailer,
    turnOffMail: (userId, type) => preferences.turnOffMail(userId, type),
    secret: secrets.auth,
  });
  const pages = createPagesFeature({
    ...config,
    db,
    users: identity.users,
    mailer,
    log,
    secret: secrets.auth,
  });
  const profiles = createProfilesFeature({ db, users: identity.users, channels, images });
  const metrics = createMetricsFeature({ db, log });
  const syndication = createSyndication({ ...config, db, featured: () => live.featured() });
  const money = createMoneyFeature({ db, channels });
  const moderation = createModeration({
    db,
    users: identity.users,
    channels,
    notify: (tx, content) => notifications.notify(tx, { ...content, type: 'other' }),
  });
  const admin = createAdmin({
    db,
    users: identity.users,
    queues: {
      verification: () => moderation.pendingVerifications(),
      messages: () => pages.openMessages(),
    },
  });
  const media = createMediaCore({
    settings: config.media,
    ports: live.ports,
    ingests: [rtmpIngest({ port: config.rtmpPort, host: config.host })],
    log,
  });

  const demo =
    clips && createDemo({ clips, dataDir: config.dataDir, db, users: identity.users, channels, log });

  events.on(streamKeyRotated, ({ userId }) => media.stop(userId, 'kicked'));
  events.on(userBanned, ({ userId }) => {
    live.stop(userId, 'kicked');
    realtime.reauthenticate(userId);
  });
  events.on(userDeleted, ({ userId }) => {
    media.stop(userId, 'kicked');
    realtime.reauthenticate(userId);
  });
  events.on(roleRevoked, ({ userId, role }) => {
    if (role === 'streamer') media.stop(userId, 'kicked');
    realtime.reauthenticate(userId);
  });
  events.on(streamStopped, ({ userId }) => live.stop(userId, 'kicked'));
  events.on(channelModerated, ({ userId }) => live.refresh(userId));
  events.on(sessionsEnded, ({ userId }) => realtime.reauthenticate(userId));
  // Stops, bans and new keys may have been among the events that were missed.
  events.onGap(async () => {
    for (const userId of await live.stoppedUnheard()) live.stop(userId, 'kicked');
    for (const userId of await live.noLongerAllowed()) media.stop(userId, 'kicked');
    await realtime.reauthenticateAll();
  });
  events.on(streamSettingsChanged, ({ userId, settings }) => live.settingsChanged(userId, settings));

  return {
    channels,
    live,
    media,
    findPage: syndication.findPage,
    demo,
    async routes(app) {
      identity.routes(app, {
        streamerDataOf: (userId) => channels.streamerDataOf(userId),
        exportOf: async (userId) => ({
          ...(await channels.exportOf(userId)),
          ...(await live.exportOf(userId)),
          ...(await profiles.exportOf(userId)),
          ...(await pages.exportOf(userId)),
          ...(await moderation.exportOf(userId)),
          ...(await follows.exportOf(userId)),
          ...(await library.exportOf(userId)),
          ...(await preferences.exportOf(userId)),
          ...(await notifications.exportOf(userId)),
          money: await money.exportOf(userId),
        }),
        onDelete: async (tx, userId, onCommit) => {
          await profiles.onDelete(tx, userId, onCommit);
          await money.onDelete(tx, userId);
          await live.onDelete(tx, userId, onCommit);
          await streamThumbnails.onDelete(tx, userId, onCommit);
        },
      });
      channelsRoutes(app, channels, streamThumbnails);
      live.routes(app);
      follows.routes(app);
      library.routes(app);
      preferences.routes(app);
      discoveryRoutes(app, createDiscovery(db));
      notifications.routes(app);
      pages.routes(app);
      profiles.routes(app);
      moderation.routes(app);
      admin.routes(app);
      money.routes(app);
      metrics.routes(app);
      syndication.routes(app);
      images.routes(app);
      if (demo) demo.routes(app);
      else seedingRoutes(app, null);
    },
    async close() {
      demo?.close();
      await media.close();
      thumbnailer.close();
      metrics.close();
      await images.close();
      await library.close();
      await live.close();
    },
  };
}
