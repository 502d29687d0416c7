/** The topics `featured`, `stream:{id}`, `channel:{username}` and `ingest-health`. */
import {
  channelTopic,
  featuredTopic,
  ingestHealthTopic,
  LIVE_SLUG,
  type StreamId,
  streamTopic,
} from '@tributary/contracts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import type { IngestHealth } from './ingest-health/ingest-health.ts';
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
  readonly service: PublicStreams;
  readonly presence: Presence;
  readonly viewers: Pick<ViewerTotals, 'count' | 'takeChanged'>;
  readonly ingestHealth: Pick<IngestHealth, 'read'>;
  readonly playback: Pick<PlaybackService, 'requireScreen'>;
}

/** Events and counts reach every process, so each one sends messages to its own listeners only. */
export interface LiveTopics {
  readonly topics: readonly TopicDefinition[];
  /** A stream started, changed or ended: updates its page and its channel's, and soon the featured list. */
  announce(streamId: StreamId): Promise<void>;
  /** Sends the whole state to all listeners again, for when events may have been missed. */
  announceAll(): Promise<void>;
  close(): void;
}

export function createLiveTopics(options: LiveTopicsOptions): LiveTopics {
  const { realtime, service, presence, viewers, ingestHealth, playback } = options;
  const reports = new WorkQueue();
  const topics = [
    defineTopic(featuredTopic, { snapshot: () => service.featured() }),
    defineTopic(streamTopic, {
      snapshot: (id) => service.byId(id),
      actions: {
        watching: ({ key, connection }, { watching }) =>
          // In order, so that a tab that has left is not counted once its right is known.
          reports.run(connection.id, async () => {
            if (watching) await playback.requireScreen(key, connection.principal);
            presence.report(connection, key, watching);
          }),
      },
    }),
    defineTopic(channelTopic, { snapshot: (username) => service.bySlug(username, LIVE_SLUG) }),
    defineTopic(ingestHealthTopic, { snapshot: (userId) => ingestHealth.read(userId) }),
  ];

  const announcing = new WorkQueue();
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
  }
  const timer = setInterval(tick, TICK_MS);

  function announce(id: StreamId): Promise<void> {
    listChanged = true;
    // In order, so that a state read before a change is never sent after it.
    return announcing.run(id, async () => {
      const { stream, channel } = await service.forWatching(id);
      realtime.topic(streamTopic, id).local.snapshot(stream);
      realtime.topic(channelTopic, channel.streamer.username.toLowerCase()).local.snapshot(channel);
    });
  }

  return {
    topics,
    announce,
    async announceAll() {
      listChanged = true;
      for (const id of realtime.keys(streamTopic)) {
        // A stream that was deleted meanwhile is refused to its listeners.
        await announce(id).catch(() => realtime.topic(streamTopic, id).refresh());
      }
      for (const username of realtime.keys(channelTopic))
        await realtime.topic(channelTopic, username).refresh();
    },
    close: () => clearInterval(timer),
  };
}
