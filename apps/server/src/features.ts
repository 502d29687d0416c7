/** The features, in their order: each may use the ones above it. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Secrets } from '#config/secrets.ts';
import { createDemo, type Demo, type DemoClips, disableDemoAccounts, noDemo } from '#demo/index.ts';
import { createAdmin } from '#features/admin/index.ts';
import { createAnalytics } from '#features/analytics/index.ts';
import { createChannels } from '#features/channels/index.ts';
import { createChat } from '#features/chat/index.ts';
import { createClips } from '#features/clips/index.ts';
import { createCommentsFeature } from '#features/comments/index.ts';
import { createDiscovery } from '#features/discovery/index.ts';
import { createDonationsFeature } from '#features/donations/index.ts';
import { createEvents } from '#features/events/index.ts';
import { createFollows } from '#features/follows/index.ts';
import { createSocketSessions, type Identity } from '#features/identity/index.ts';
import { createLibrary } from '#features/library/index.ts';
import { createLive, type Live, type LiveOptions } from '#features/live/index.ts';
import { createMemberships } from '#features/memberships/index.ts';
import { createMetrics } from '#features/metrics/index.ts';
import { createModeration } from '#features/moderation/index.ts';
import { createNotifications, type NotificationsFeature } from '#features/notifications/index.ts';
import { createPages } from '#features/pages/index.ts';
import { createPayments } from '#features/payments/index.ts';
import { createPayouts } from '#features/payouts/index.ts';
import { createPreferences } from '#features/preferences/index.ts';
import { createProfiles } from '#features/profiles/index.ts';
import { createRecordings } from '#features/recordings/index.ts';
import { createSchedule } from '#features/schedule/index.ts';
import { createStudio } from '#features/studio/index.ts';
import { createSwarm } from '#features/swarm/index.ts';
import { createSyndication } from '#features/syndication/index.ts';
import type { DeliveryLimits } from '#media/delivery/index.ts';
import type { AccessTokens } from '#platform/access-tokens/index.ts';
import type { ScheduledBackups } from '#platform/backup/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Database, Replica } from '#platform/db/index.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { type Feature, type FeatureRegistries, registerFeatures } from '#platform/feature.ts';
import type { ClientAddress, FindPage } from '#platform/http/index.ts';
import type { Images } from '#platform/images/index.ts';
import type { JobQueues } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { Metric } from '#platform/metrics/index.ts';
import type { ProcessUsage } from '#platform/process/process-usage.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { Branding } from '#platform/settings/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { createSigningKey } from '#platform/signing-key.ts';
import type { Storage } from '#platform/storage/index.ts';

export { createIdentity } from '#features/identity/index.ts';

export interface Platform extends FeatureRegistries {
  readonly backups: ScheduledBackups;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly db: Database;
  /** Writes of running streams, which continue on a nearly full disk. */
  readonly criticalDb: Database;
  /** Serves reads that may be a second old: lists, search, profiles, feeds, analytics. Never money, access or moderation. */
  readonly replica: Replica;
  readonly mailer: Mailer;
  readonly processes: ProcessRegistry;
  readonly bus: Bus;
  readonly sharedState: SharedState;
  readonly storage: Storage;
  /** The disk of the storage; null where it is not on this machine. */
  readonly storageDisk: DiskSpace | null;
  /** Of DATA_DIR. */
  readonly diskSpace: DiskSpace;
  readonly images: Images;
  readonly branding: Branding;
  readonly jobQueues: JobQueues;
  /** The resources of the machine that this process uses. */
  readonly usage: ProcessUsage;
  /** The numbers of the migrations that this version knows. */
  readonly migrations: readonly number[];
  readonly realtime: Realtime;
  readonly accessTokens: AccessTokens;
  readonly identity: Identity;
  readonly clientAddress: ClientAddress;
  readonly deliveryLimits: DeliveryLimits;
  readonly webrtc: LiveOptions['webrtc'];
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
  /** Null on a production instance. */
  readonly demoClips: DemoClips | null;
}

export interface Features {
  readonly live: Live;
  readonly findPage: FindPage;
  /** The metrics of all features. */
  readonly metrics: readonly Metric[];
  /** Null on a production instance. */
  readonly demo: Demo | null;
  /** For a production instance, which may have been a demo before. @returns how many there are */
  disableDemoAccounts(): Promise<number>;
  routes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** A feature as a test adds one: it comes after all others. */
export type CreateFeature = (
  platform: Platform & { readonly live: Live; readonly notifications: NotificationsFeature },
) => Feature;

export function createFeatures(platform: Platform, more: readonly CreateFeature[] = []): Features {
  const { config, secrets, identity, demoClips } = platform;
  const instanceName = () => platform.branding.current().name;
  const deps = { ...config, ...platform, instanceName, users: identity.users, secret: secrets.auth };
  const list: Feature[] = [];
  const add = <F extends Feature>(feature: F): F => {
    list.push(feature);
    return feature;
  };

  add(identity);
  add(createSocketSessions(deps));
  const channels = add(createChannels({ ...deps, streamKeySecret: secrets.streamKey }));
  const manifestKey = config.p2p === 'off' ? null : createSigningKey(secrets.auth, 'part manifests');
  const live = add(createLive({ ...deps, channels, signManifest: manifestKey?.sign ?? null }));
  add(createFollows({ ...deps, channels, live }));
  const preferences = add(createPreferences(deps));
  add(createSwarm({ ...deps, live, manifestPublicKey: manifestKey?.publicKey ?? null }));
  add(createDiscovery(deps));
  const notifications = add(createNotifications({ ...deps, preferences }));
  const recordings = add(createRecordings({ ...deps, channels, live, notifications }));
  add(createLibrary({ ...deps, live }));
  const clips = add(createClips({ ...deps, live, recordings }));
  add(createProfiles({ ...deps, channels }));
  add(createMetrics(deps));
  const payments = add(createPayments({ ...deps, channels, notifications }));
  const memberships = add(createMemberships({ ...deps, channels, live, notifications, payments }));
  recordings.checkTiersWith(async (id) => (await memberships.offeredTiers(id)).length > 0);
  const events = add(createEvents({ ...deps, channels, live, notifications, payments }));
  add(createSchedule({ ...deps, channels, events, notifications }));
  add(createPayouts({ ...deps, channels, notifications, payments }));
  const donations = add(createDonationsFeature({ ...deps, channels, notifications, payments, memberships }));
  add(createAnalytics({ ...deps, live }));
  const syndication = add(createSyndication({ ...deps, live, payments, donations }));
  const pages = add(createPages({ ...deps, payments }));
  const chat = add(createChat({ ...deps, channels, live, memberships, donations, notifications }));
  add(createCommentsFeature({ ...deps, live, notifications }));
  add(createStudio(deps));
  const moderation = add(createModeration({ ...deps, channels, live, notifications, recordings, clips }));
  add(createAdmin({ ...deps, live, moderation, pages, chat }));
  const demo = demoClips && createDemo({ ...deps, demoClips, channels, recordings, clips, chat });
  add(demo ?? noDemo);
  for (const create of more) add(create({ ...platform, live, notifications }));

  registerFeatures(list, platform);
  return {
    live,
    findPage: syndication.findPage,
    metrics: list.flatMap(({ metrics = [] }) => metrics),
    demo,
    disableDemoAccounts: () => disableDemoAccounts(deps),
    async routes(app) {
      for (const feature of list) await feature.routes?.(app);
    },
    async close() {
      for (const feature of list.toReversed()) await feature.close?.();
    },
  };
}
