/** The topics `featured`, `stream:{id}`, `channel:{username}` and `ingest-health`. */
import { channelTopic, featuredTopic, ingestHealthTopic, streamTopic } from '@tributary/contracts/live';
import { LIVE_SLUG, type StreamId, type UserId } from '@tributary/contracts/shared';
import { AppError } from '#platform/errors.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import type { IngestHealth } from './ingest-health/ingest-health.ts';
import type { StreamIds } from './live.events.ts';
import type { PlaybackService } from './playback/playback.service.ts';
import type { PublicStreams } from './streams/streams.service.ts';
import type { Presence } from './viewers/presence.ts';
import type { ViewerTotals } from './viewers/viewer-totals.ts';

/** How often viewer counts, ingest health and the featured list are sent at most. */
const TICK_MS = 1000;
/** Changed counts alone resend the featured list only this often, since its order follows the recorded counts. */
const TICKS_BETWEEN_COUNTS = 5;

export interface LiveTopicsOptions {
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly streams: PublicStreams;
  readonly presence: Presence;
  readonly viewers: Pick<ViewerTotals, 'count' | 'takeChanged'>;
  readonly ingestHealth: Pick<IngestHealth, 'read'>;
  readonly playback: Pick<PlaybackService, 'requireScreen' | 'isStreamer'>;
}

/** Events and counts reach every process, so each one sends messages to its own listeners only. */
export interface LiveTopics {
  readonly topics: readonly TopicDefinition[];
  /**
   * A stream started, changed or ended: updates its page and its channel's, and soon the featured list. Where it cannot
   * be read now, it is announced with the next tick that can read it.
   */
  announce(ids: StreamIds): Promise<void>;
  /** Sends the whole state to all listeners again, for when events may have been missed. */
  announceAll(): Promise<void>;
  close(): void;
}

export function createLiveTopics(options: LiveTopicsOptions): LiveTopics {
  const { realtime, streams, presence, viewers, ingestHealth, playback } = options;
  const reports = new WorkQueue();
  const topics = [
    defineTopic(featuredTopic, { snapshot: () => streams.featured() }),
    defineTopic(streamTopic, {
      snapshot: (id) => streams.byId(id),
      actions: {
        watching: ({ key, connection }, { watching, entry }) =>
          // In order, so that a tab that has left is not counted once its right is known.
          reports.run(connection.id, async () => {
            const { principal } = connection;
            if (watching) await playback.requireScreen(key, principal);
            const isOwn = watching && (await playback.isStreamer(key, principal));
            presence.report(connection, key, watching, isOwn, entry ?? null);
          }),
        played: async ({ key, connection }, { minutes }) => presence.reportPlayed(connection, key, minutes),
      },
    }),
    defineTopic(channelTopic, { snapshot: (username) => streams.bySlug(username, LIVE_SLUG) }),
    defineTopic(ingestHealthTopic, { snapshot: (userId) => ingestHealth.read(userId) }),
  ];

  const announcing = new WorkQueue();
  /** Streams that could not be read when they were to be announced, with their streamers. */
  const unannounced = new Map<StreamId, UserId>();
  let ticks = 0;
  let listChanged = false;
  let countsChanged = false;

  async function refreshFeatured(): Promise<void> {
    if (!listChanged && !(countsChanged && ticks % TICKS_BETWEEN_COUNTS === 0)) return;
    listChanged = false;
    countsChanged = false;
    const sent = await realtime.topic(featuredTopic).refresh();
    if (!sent) listChanged = true;
  }

  function tick(): void {
    ticks += 1;
    for (const id of viewers.takeChanged()) {
      countsChanged = true;
      realtime.topic(streamTopic, id).local.patch({ currentViewers: viewers.count(id) });
    }
    void refreshFeatured();
    for (const userId of realtime.keys(ingestHealthTopic)) {
      void ingestHealth
        .read(userId)
        .then((health) => realtime.topic(ingestHealthTopic, userId).local.snapshot(health));
    }
    for (const [streamId, streamerId] of unannounced) {
      unannounced.delete(streamId);
      // A failure has been logged when the event was handled; the next tick tries again.
      void announce({ streamId, streamerId }).catch(() => {});
    }
  }
  const timer = setInterval(tick, TICK_MS);

  function announce({ streamId, streamerId }: StreamIds): Promise<void> {
    listChanged = true;
    // One after another for each channel, so that a state that was read before a change is never sent after it: the end
    // of a stream, read slowly, would hide the start of the next one from those who wait for it.
    return announcing.run(streamerId, async () => {
      const read = await streams.forWatching(streamId).catch((error: unknown) => {
        const isGone = error instanceof AppError && error.kind === 'not_found';
        if (!isGone) unannounced.set(streamId, streamerId);
        throw error;
      });
      const { username } = read.channel.streamer;
      realtime.topic(streamTopic, streamId).local.snapshot(read.stream);
      realtime.topic(channelTopic, username.toLowerCase()).local.snapshot(read.channel);
    });
  }

  return {
    topics,
    announce,
    async announceAll() {
      listChanged = true;
      for (const streamId of realtime.keys(streamTopic)) {
        try {
          const { channel } = await streams.forWatching(streamId);
          await announce({ streamId, streamerId: channel.streamer.id });
        } catch {
          // A stream that was deleted meanwhile is refused to its listeners.
          await realtime.topic(streamTopic, streamId).refresh();
        }
      }
      for (const username of realtime.keys(channelTopic))
        await realtime.topic(channelTopic, username).refresh();
    },
    close: () => clearInterval(timer),
  };
}
