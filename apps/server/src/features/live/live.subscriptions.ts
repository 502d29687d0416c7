/** How live reacts to changes of accounts, channels and streams, including those of other processes. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { channelVerified, streamKeyRotated, streamSettingsChanged } from '#features/channels/index.ts';
import { roleRevoked, sessionsEnded, signedOut, userBanned, userDeleted } from '#features/identity/index.ts';
import type { MediaCore } from '#media/core.ts';
import type { Database } from '#platform/db/database.ts';
import { type Feature, on, onGap } from '#platform/feature.ts';
import type { Images } from '#platform/images/index.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { ImageCache } from '#platform/storage/index.ts';
import type { StreamForwarder } from './delivery/stream-forwarder.ts';
import type { StreamLifecycle } from './lifecycle/stream-lifecycle.ts';
import {
  accessRevoked,
  type StreamIds,
  streamChanged,
  streamGateChanged,
  streamHidden,
  streamMoved,
  streamPlayable,
  streamStopped,
} from './live.events.ts';
import type { PlaybackService } from './playback/playback.service.ts';
import type { PlaybackGrants } from './playback/playback-grants.ts';
import { findLiveOf } from './streams/streams.repo.ts';
import type { PublicStreams } from './streams/streams.service.ts';

interface SubscriptionOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'discard'>;
  readonly processes: Pick<ProcessRegistry, 'id'>;
  readonly media: MediaCore;
  readonly lifecycle: StreamLifecycle;
  readonly streams: PublicStreams;
  readonly playback: PlaybackService;
  readonly grants: PlaybackGrants;
  /** Tells those who watch what has changed. */
  readonly topics: {
    announce(ids: StreamIds): Promise<void>;
    announceAll(): Promise<void>;
  };
  readonly forwarder: StreamForwarder | null;
  readonly thumbnailImages: ImageCache;
  /** Ends a channel's stream at once, and refuses its encoder for a while. */
  stop(userId: UserId, reason: 'stopped' | 'kicked'): Promise<void>;
  /** Drops a channel's stream that another process serves now. */
  release(streamerId: UserId, streamId?: StreamId): void;
  /** Whether a stream of a channel shows a thumbnail. */
  isShown(userId: UserId, url: string): Promise<boolean>;
}

export function liveSubscriptions(options: SubscriptionOptions): NonNullable<Feature['subscriptions']> {
  const { db, images, processes, media, lifecycle, streams, playback, grants, topics } = options;
  const { forwarder, thumbnailImages, stop, release, isShown } = options;
  return [
    on(streamChanged, (ids) => {
      thumbnailImages.clear();
      return topics.announce(ids);
    }),
    on(streamMoved, ({ streamId, streamerId, ownerId }) => {
      forwarder?.forget(streamId);
      if (ownerId !== processes.id) release(streamerId, streamId);
    }),
    on(streamPlayable, ({ streamId }) => forwarder?.forget(streamId)),
    on(streamHidden, ({ streamId, isHidden }) => {
      playback.forgetGates();
      media.withhold(streamId, isHidden);
    }),
    on(streamGateChanged, ({ streamId, ownerId, isGated }) => {
      playback.forgetGates();
      if (ownerId === processes.id) media.restrict(streamId, isGated);
    }),
    on(accessRevoked, ({ userId }) => grants.revoke(userId)),
    on(sessionsEnded, ({ userId }) => grants.revoke(userId)),
    on(signedOut, ({ sessionId }) => grants.endSession(sessionId)),
    on(streamStopped, ({ streamerId }) => stop(streamerId, 'kicked')),
    on(userBanned, ({ userId }) => {
      thumbnailImages.clear();
      grants.revoke(userId);
      return stop(userId, 'kicked');
    }),
    on(userDeleted, ({ userId }) => {
      grants.revoke(userId);
      media.stop(userId, 'kicked');
    }),
    on(streamKeyRotated, ({ userId }) => media.stop(userId, 'kicked')),
    on(roleRevoked, ({ userId, role }) => {
      if (role === 'streamer') media.stop(userId, 'kicked');
    }),
    on(channelVerified, async ({ userId }) => {
      const running = await db.read((reader) => findLiveOf(reader, userId));
      if (running !== null) await topics.announce({ streamId: running.id, streamerId: userId });
    }),
    on(streamSettingsChanged, async ({ userId, settings }) => {
      const before = await lifecycle.inOrder(userId, () => streams.applySettings(userId, settings));
      const url = before?.thumbnailUrl ?? null;
      if (url !== null && !(await isShown(userId, url))) await images.discard(url);
    }),
    // The missed events may have been stops, bans, new keys and changes of streams.
    onGap(async () => {
      for (const userId of await lifecycle.stoppedUnheard()) await stop(userId, 'kicked');
      for (const userId of await lifecycle.noLongerAllowed()) media.stop(userId, 'kicked');
      for (const { streamId, isHidden, isGated } of await lifecycle.restrictions()) {
        media.withhold(streamId, isHidden);
        media.restrict(streamId, isGated);
      }
      await topics.announceAll();
    }),
  ];
}
