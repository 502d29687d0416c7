/** The features, each built from what it stands on, and the typed events between them. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Secrets } from '#config/secrets.ts';
import {
  type Channels,
  channelsRoutes,
  createChannels,
  streamKeyRotated,
  streamSettingsChanged,
} from '#features/channels/index.ts';
import { createDemo, type Demo, type DemoClips } from '#features/demo/index.ts';
import { createIdentity, type Identity, roleRevoked, userBanned } from '#features/identity/index.ts';
import { createLive, type Live } from '#features/live/index.ts';
import { createMediaCore, type MediaCore } from '#media/core.ts';
import { Thumbnailer } from '#media/thumbnailer/index.ts';
import type { Database } from '#platform/db/index.ts';
import type { Events } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import { createOutbox } from '#platform/mail/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createDiskStorage } from '#platform/storage/index.ts';

export interface FeatureParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly db: Database;
  readonly events: Events;
  readonly realtime: Realtime;
  readonly identity: Identity;
  /** On a demo instance. */
  readonly clips: DemoClips | null;
}

export interface Features {
  readonly channels: Channels;
  readonly live: Live;
  readonly media: MediaCore;
  /** Null on a production instance. */
  readonly demo: Demo | null;
  routes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

export function createInstanceIdentity({
  config,
  secrets,
  log,
  db,
}: Pick<FeatureParts, 'config' | 'secrets' | 'log' | 'db'>): Identity {
  const { publicUrl, instanceName, demo } = config;
  const mailer = createOutbox({
    directory: join(config.dataDir, 'outbox'),
    from: `${instanceName} <no-reply@${new URL(publicUrl).hostname}>`,
    log,
  });
  return createIdentity({
    db,
    publicUrl,
    instanceName,
    secret: secrets.auth,
    mailer,
    log,
    requireVerification: !demo,
  });
}

export function createFeatures(parts: FeatureParts): Features {
  const { config, secrets, log, db, events, realtime, identity, clips } = parts;
  const channels = createChannels({
    db,
    users: identity.users,
    rtmpUrl: config.rtmpUrl,
    streamKeySecret: secrets.streamKey,
  });
  const thumbnailer = new Thumbnailer({
    log,
    onThumbnail(streamId, bytes, contentType) {
      live.keepThumbnail(streamId, bytes, contentType).catch((err: unknown) => {
        log.warn({ err, streamId }, 'A picture of a broadcast could not be kept');
      });
    },
  });
  const live = createLive({
    db,
    log,
    realtime,
    storage: createDiskStorage(join(config.dataDir, 'storage')),
    graceSeconds: config.media.graceSeconds,
    authorizeKey: (streamKey) => channels.authorizeKey(streamKey),
    settingsOf: (userId) => channels.settings(userId),
    onRecorded: (session) => session.attach(thumbnailer.sink(session.streamId)),
  });
  const media = createMediaCore({ settings: config.media, ports: live.ports, log });

  const demo =
    clips && createDemo({ clips, dataDir: config.dataDir, db, users: identity.users, channels, log });

  events.on(streamKeyRotated, ({ userId }) => media.stop(userId, 'kicked'));
  events.on(userBanned, ({ userId }) => media.stop(userId, 'kicked'));
  events.on(roleRevoked, ({ userId, role }) => {
    if (role === 'streamer') media.stop(userId, 'kicked');
  });
  events.on(streamSettingsChanged, ({ userId, settings }) => live.settingsChanged(userId, settings));

  return {
    channels,
    live,
    media,
    demo,
    async routes(app) {
      await identity.routes(app, { streamerDataOf: (userId) => channels.streamerDataOf(userId) });
      channelsRoutes(app, channels);
      live.routes(app);
      demo?.routes(app);
    },
    async close() {
      demo?.close();
      await media.close();
      thumbnailer.close();
      await live.close();
    },
  };
}
