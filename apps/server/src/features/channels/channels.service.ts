/** Channels: creation, stream keys, and the settings of their streams. */
import type {
  IngestAccess,
  StreamerSummary,
  StreamSettings,
  StreamSettingsEdit,
} from '@tributary/contracts/channels';
import type { SessionUser } from '@tributary/contracts/identity';
import type { UserId } from '@tributary/contracts/shared';
import type { Users } from '#features/identity/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { publish } from '#platform/events/index.ts';
import { channelsErrors } from './channels.errors.ts';
import { channelVerified, streamKeyRotated, streamSettingsChanged } from './channels.events.ts';
import * as repo from './channels.repo.ts';
import {
  createStreamKeySeal,
  generateStreamKey,
  hashStreamKey,
  isStreamKey,
  maskStreamKey,
} from './stream-key.ts';

type StreamerData = NonNullable<SessionUser['streamerData']>;

export interface Channels {
  /**
   * Grants the role and creates the channel and its stream key in one transaction (spec section 4).
   * Idempotent, also when called concurrently.
   * @param grant who grants the role, if not the streamer themselves, and further work in the transaction
   */
  upgrade(
    userId: UserId,
    grant?: { readonly by: UserId | null; record(tx: Writer): Promise<void> },
  ): Promise<StreamerData>;
  /** The channel with its key masked; null if the user has no channel. */
  streamerDataOf(userId: UserId): Promise<StreamerData | null>;
  /**
   * The ingest URL and the plain key.
   * @throws AppError `not_a_streamer`
   */
  ingestAccess(userId: UserId): Promise<IngestAccess>;
  /**
   * Replaces the key, which invalidates the old one, and publishes `streamKeyRotated`.
   * @throws AppError `not_a_streamer`
   */
  rotateKey(userId: UserId, also?: (tx: Writer) => Promise<void>): Promise<IngestAccess>;
  /**
   * Grants or removes the badge, and publishes `channelVerified`.
   * @returns false if nothing changed
   */
  setVerified(tx: Writer, userId: UserId, verified: boolean): Promise<boolean>;
  /** @throws AppError `not_a_streamer` */
  settings(userId: UserId): Promise<StreamSettings>;
  /**
   * Stores settings and publishes `streamSettingsChanged`.
   * @throws AppError `not_a_streamer`
   */
  putSettings(userId: UserId, edit: StreamSettingsEdit): Promise<StreamSettings>;
  /** The key's owner; null if the key is invalid or its owner is no longer a streamer. */
  authorizeKey(streamKey: string): Promise<repo.KeyOwner | null>;
  /** The owner of the channel that had this key until it was last replaced; null if there is none. */
  previousKeyOwner(streamKey: string): Promise<UserId | null>;
  /** The channel without its key, for the export of the owner's data. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
  /** Summaries for cards and pages, by id, of the users that exist. */
  summaries(ids: readonly UserId[], from?: ReadDatabase): Promise<ReadonlyMap<UserId, StreamerSummary>>;
  /** Null if there is no such user, or they are banned or have no channel. */
  summaryByUsername(username: string): Promise<StreamerSummary | null>;
}

/** The image of the verified badge. */
export const BADGE_URL = '/verified.svg';

export interface ChannelsOptions {
  readonly db: Database;
  readonly users: Users;
  /** The instance's ingest URL, which OBS calls the server. */
  readonly rtmpUrl: string;
  /** The secret that encrypts stream keys at rest. */
  readonly streamKeySecret: string;
}

export function createChannelsService(options: ChannelsOptions): Channels {
  const { db, users, rtmpUrl, streamKeySecret } = options;
  const seal = createStreamKeySeal(streamKeySecret);

  function newKey(userId: UserId): { plain: string; stored: repo.StoredKey } {
    const plain = generateStreamKey(userId);
    return { plain, stored: { sealed: seal.seal(plain, userId), hash: hashStreamKey(plain) } };
  }

  function toStreamerData(channel: repo.Channel): StreamerData {
    const { totalEarnings, totalViews, totalDonations, isVerified } = channel;
    return {
      totalEarnings,
      totalViews,
      totalDonations,
      rtmpKey: channel.ingestUrl ?? rtmpUrl,
      streamKey: maskStreamKey(channel.userId),
      isVerified,
      verificationBadgeUrl: channel.badgeUrl,
    };
  }

  async function channelOf(userId: UserId): Promise<repo.Channel> {
    const channel = await db.read((reader) => repo.findChannel(reader, userId));
    if (!channel) throw channelsErrors.not_a_streamer();
    return channel;
  }

  async function summaries(
    ids: readonly UserId[],
    from: ReadDatabase = db,
  ): Promise<Map<UserId, StreamerSummary>> {
    const [people, verified] = await Promise.all([
      users.summaries(ids, from),
      from.read((reader) => repo.findVerified(reader, ids)),
    ]);
    return new Map([...people].map(([id, person]) => [id, { ...person, isVerified: verified.has(id) }]));
  }

  return {
    async upgrade(userId, grant) {
      await db.transact(async (tx) => {
        const granted = await users.grantRole(tx, userId, 'streamer', grant?.by ?? null);
        await repo.insertChannel(tx, userId, newKey(userId).stored);
        if (granted) await grant?.record(tx);
      });
      return toStreamerData(await channelOf(userId));
    },
    async streamerDataOf(userId) {
      const channel = await db.read((reader) => repo.findChannel(reader, userId));
      return channel ? toStreamerData(channel) : null;
    },
    async ingestAccess(userId) {
      const channel = await channelOf(userId);
      return { rtmpUrl: channel.ingestUrl ?? rtmpUrl, streamKey: seal.open(channel.sealedKey, userId) };
    },
    async rotateKey(userId, also) {
      const { plain, stored } = newKey(userId);
      await db.transact(async (tx) => {
        if (!(await repo.replaceKey(tx, userId, stored))) throw channelsErrors.not_a_streamer();
        await publish(tx, streamKeyRotated, { userId });
        await also?.(tx);
      });
      const channel = await channelOf(userId);
      return { rtmpUrl: channel.ingestUrl ?? rtmpUrl, streamKey: plain };
    },
    async setVerified(tx, userId, isVerified) {
      const changed = await repo.setVerified(tx, userId, isVerified ? BADGE_URL : null);
      if (changed) await publish(tx, channelVerified, { userId, isVerified });
      return changed;
    },
    async settings(userId) {
      const settings = await db.read((reader) => repo.findSettings(reader, userId));
      if (!settings) throw channelsErrors.not_a_streamer();
      return settings;
    },
    putSettings: (userId, edit) =>
      db.transact(async (tx) => {
        await repo.putSettings(tx, userId, edit);
        return publishSettings(tx, userId);
      }),
    async authorizeKey(streamKey) {
      if (!isStreamKey(streamKey)) return null;
      return (await db.read((reader) => repo.findKeyOwner(reader, hashStreamKey(streamKey)))) ?? null;
    },
    async previousKeyOwner(streamKey) {
      if (!isStreamKey(streamKey)) return null;
      return db.read((reader) => repo.findPreviousKeyOwner(reader, hashStreamKey(streamKey)));
    },
    async exportOf(userId) {
      const channel = await db.read((reader) => repo.findChannel(reader, userId));
      if (!channel) return {};
      const settings = await db.read((reader) => repo.findSettings(reader, userId));
      return { channel: { ...toStreamerData(channel), settings } };
    },
    summaries,
    async summaryByUsername(username) {
      const profile = await users.findByUsername(username);
      if (!profile?.roles.includes('streamer') || !profile.isPublic) return null;
      return (await summaries([profile.id])).get(profile.id) ?? null;
    },
  };
}

/** Publishes the channel's settings to its live stream. @throws AppError `not_a_streamer` */
export async function publishSettings(tx: Writer, userId: UserId): Promise<StreamSettings> {
  const settings = await repo.findSettings(tx, userId);
  if (!settings) throw channelsErrors.not_a_streamer();
  await publish(tx, streamSettingsChanged, { userId, settings });
  return settings;
}
