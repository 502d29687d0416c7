import { LIVE_SLUG, type StreamId, streamId as streamIdSchema, type UserId } from '@tributary/contracts';
import type { Log } from '#platform/log/log.ts';
import type { Realtime, TopicKind } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import type { LiveService } from './live.service.ts';
import type { SignalHealths } from './signal-health.ts';
import type { Viewers } from './viewers.ts';

/** Counts, signals and the featured list are told at most this often. */
const TICK_MS = 1000;
/** The whole list for the sake of counts alone: as rarely as the order that they decide is recorded. */
const TICKS_BETWEEN_COUNTS = 5;

export interface LiveSocketOptions {
  readonly realtime: Realtime;
  readonly service: LiveService;
  readonly viewers: Viewers;
  readonly signals: SignalHealths;
  readonly log: Log;
}

export interface LiveSocket {
  readonly topics: readonly TopicKind[];
  /** A stream started, changed or ended: updates its page and its channel's, and soon the featured list. */
  announce(streamId: StreamId): Promise<void>;
  /** Sends everything anew to whoever listens: changes may have been missed. */
  announceAll(): Promise<void>;
  close(): void;
}

/** The topics `featured`, `stream:{id}`, `channel:{username}` and `signal`, and who watches what. */
export function createLiveSocket({
  realtime,
  service,
  viewers,
  signals,
  log,
}: LiveSocketOptions): LiveSocket {
  const streamKey = (id: string) => `stream:${id}`;
  const channelKey = (username: string) => `channel:${username.toLowerCase()}`;
  const signalKey = (userId: string) => `signal:${userId}`;

  realtime.addPresence({ onWatching: (socket, browserId, id) => viewers.watching(socket, browserId, id) });
  const topics: TopicKind[] = [
    {
      name: 'featured',
      open: async () => ({
        key: 'featured',
        snapshot: async () => ({ type: 'featured', topic: 'featured', data: await service.featured() }),
      }),
    },
    {
      name: 'stream',
      open: async (argument) => {
        const id = streamIdSchema.safeParse(argument);
        if (!id.success) return 'unknown_topic';
        const topic = streamKey(id.data);
        return {
          key: topic,
          snapshot: async () => ({ type: 'stream', topic, data: await service.byId(id.data) }),
        };
      },
    },
    {
      name: 'channel',
      open: async (username) => {
        const topic = channelKey(username);
        return {
          key: topic,
          snapshot: async () => ({ type: 'stream', topic, data: await service.bySlug(username, LIVE_SLUG) }),
        };
      },
    },
    {
      name: 'signal',
      open: async (_argument, principal) => {
        if (!principal?.roles.includes('streamer')) return 'forbidden';
        const { userId } = principal;
        return {
          key: signalKey(userId),
          snapshot: async () => ({ type: 'signal', topic: 'signal', data: signals.read(userId) }),
        };
      },
    },
  ];

  const announcing = new WorkQueue();
  let ticks = 0;
  let listChanged = false;
  let countsChanged = false;
  let tellingFeatured = false;

  /** One at a time, so that an older list never follows a newer one. */
  async function tellFeatured(): Promise<void> {
    const due = listChanged || (countsChanged && ticks % TICKS_BETWEEN_COUNTS === 0);
    if (!due || tellingFeatured) return;
    listChanged = false;
    countsChanged = false;
    if (realtime.listeners('featured') === 0) return;
    tellingFeatured = true;
    try {
      realtime.publish('featured', { type: 'featured', topic: 'featured', data: await service.featured() });
    } catch (error) {
      listChanged = true;
      log.warn({ err: error }, 'The featured list could not be sent');
    } finally {
      tellingFeatured = false;
    }
  }

  function tick(): void {
    ticks += 1;
    for (const id of viewers.takeChanged()) {
      countsChanged = true;
      const topic = streamKey(id);
      realtime.amend(topic, { type: 'viewers', topic, data: { currentViewers: viewers.count(id) } });
    }
    void tellFeatured();
    for (const key of realtime.listenedKeys('signal')) {
      const userId = key.slice('signal:'.length) as UserId;
      realtime.publish(key, { type: 'signal', topic: 'signal', data: signals.read(userId) });
    }
  }
  const timer = setInterval(tick, TICK_MS);

  function announce(id: StreamId): Promise<void> {
    listChanged = true;
    // In order, so that a state read before a change is never sent after it.
    return announcing.run(id, async () => {
      const told = await service.told(id);
      const stream = streamKey(id);
      realtime.publish(stream, { type: 'stream', topic: stream, data: told.stream });
      const channel = channelKey(told.channel.streamer.username);
      realtime.publish(channel, { type: 'stream', topic: channel, data: told.channel });
    });
  }

  return {
    topics,
    announce,
    async announceAll() {
      listChanged = true;
      for (const key of realtime.listenedKeys('stream'))
        await announce(streamIdSchema.parse(key.slice('stream:'.length)));
      for (const topic of realtime.listenedKeys('channel')) {
        const data = await service.bySlug(topic.slice('channel:'.length), LIVE_SLUG);
        realtime.publish(topic, { type: 'stream', topic, data });
      }
    },
    close: () => clearInterval(timer),
  };
}
