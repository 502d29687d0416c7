/** A streamer's channel: how one is opened, its stream key, and what its streams start with. */
import type {
  IngestAccess,
  SessionUser,
  StreamerSummary,
  StreamSettings,
  StreamSettingsEdit,
  UserId,
} from '@tributary/contracts';
import type { Users } from '#features/identity/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { channelsErrors } from './channels.errors.ts';
import { channelVerified, streamKeyRotated } from './channels.events.ts';
import * as repo from './channels.repo.ts';
import { generateStreamKey, hashStreamKey, maskStreamKey } from './stream-key.ts';
import { createStreamKeySeal } from './stream-key-seal.ts';
import { announceSettings } from './stream-settings.ts';

type StreamerData = NonNullable<SessionUser['streamerData']>;

export interface Channels {
  /**
   * Role, channel with zero totals, and stream key in one transaction (spec section 4). Repeating it,
   * also at the same moment, changes nothing.
   * @param grant who grants the role where it is not the streamer's own doing, and what else belongs to that
   */
  upgrade(
    userId: UserId,
    grant?: { readonly by: UserId | null; record(tx: Writer): Promise<void> },
  ): Promise<StreamerData>;
  /** Null: the user has no channel. The key in it is masked. */
  streamerDataOf(userId: UserId): Promise<StreamerData | null>;
  /** The plain key. @throws AppError `not_a_streamer` */
  ingestAccess(userId: UserId): Promise<IngestAccess>;
  /** From its commit on the old key opens nothing; publishes `streamKeyRotated`. @throws AppError `not_a_streamer` */
  rotateKey(userId: UserId, also?: (tx: Writer) => Promise<void>): Promise<IngestAccess>;
  /** Publishes `channelVerified`. @returns whether that changed anything */
  setVerified(tx: Writer, userId: UserId, verified: boolean): Promise<boolean>;
  /** @throws AppError `not_a_streamer` */
  settings(userId: UserId): Promise<StreamSettings>;
  /** Publishes `streamSettingsChanged`. @throws AppError `not_a_streamer` */
  putSettings(userId: UserId, edit: StreamSettingsEdit): Promise<StreamSettings>;
  /** Whose key this is; null: nobody's, or of somebody who is no streamer any more. */
  authorizeKey(streamKey: string): Promise<repo.KeyOwner | null>;
  /** The channel, for the export of its owner's data; without the key. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
  /** As cards and pages show them, by id; users that do not exist are missing. */
  summaries(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, StreamerSummary>>;
  /** Null: no such user, or one who is banned or has no channel. */
  summaryByUsername(username: string): Promise<StreamerSummary | null>;
}

/** The badge's picture, for those who show channels elsewhere. */
export const BADGE_URL = '/verified.svg';

export interface ChannelsOptions {
  readonly db: Database;
  readonly users: Users;
  /** The instance's ingest address, as OBS wants its server. */
  readonly rtmpUrl: string;
  /** What stream keys are encrypted under. */
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

  async function summaries(ids: readonly UserId[]): Promise<Map<UserId, StreamerSummary>> {
    const [people, verified] = await Promise.all([
      users.summaries(ids),
      db.read((reader) => repo.findVerified(reader, ids)),
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
        return announceSettings(tx, userId);
      }),
    async authorizeKey(streamKey) {
      // An encoder can send anything; what is far from a key is not even hashed.
      if (streamKey.length > 200) return null;
      return (await db.read((reader) => repo.findKeyOwner(reader, hashStreamKey(streamKey)))) ?? null;
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
      if (!profile?.roles.includes('streamer') || profile.bannedAt) return null;
      return (await summaries([profile.id])).get(profile.id) ?? null;
    },
  };
}
