import { type StreamId, streamId as streamIdSchema, type UserId } from '@tributary/contracts';
import type { Log } from '#platform/log/log.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { LiveService } from './live.service.ts';
import type { SignalHealths } from './signal-health.ts';
import type { Viewers } from './viewers.ts';

/** Counts and signals are told at most this often. */
const TICK_MS = 1000;

export interface LiveSocketOptions {
  readonly realtime: Realtime;
  readonly service: LiveService;
  readonly viewers: Viewers;
  readonly signals: SignalHealths;
  readonly log: Log;
}

export interface LiveSocket {
  /** A broadcast began, changed or ended: tell its page, its channel's page and the featured list. */
  announce(streamId: StreamId): Promise<void>;
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
  const channelKey = (username: string) => `channel:${username}`;
  const signalKey = (userId: string) => `signal:${userId}`;

  realtime.setPresence({ onWatching: (socket, browserId, id) => viewers.watching(socket, browserId, id) });
  realtime.register({
    name: 'featured',
    open: async () => ({
      key: 'featured',
      snapshot: async () => ({ type: 'featured', topic: 'featured', data: await service.featured() }),
    }),
  });
  realtime.register({
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
  });
  realtime.register({
    name: 'channel',
    open: async (username) => {
      const topic = channelKey(username);
      return {
        key: topic,
        snapshot: async () => ({ type: 'stream', topic, data: await service.bySlug(username, 'live') }),
      };
    },
  });
  realtime.register({
    name: 'signal',
    open: async (_argument, principal) => {
      if (principal === null) return 'forbidden';
      const { userId } = principal;
      return {
        key: signalKey(userId),
        snapshot: async () => ({ type: 'signal', topic: 'signal', data: signals.read(userId) }),
      };
    },
  });

  async function announceFeatured(): Promise<void> {
    if (realtime.listeners('featured') === 0) return;
    realtime.publish('featured', { type: 'featured', topic: 'featured', data: await service.featured() });
  }

  function tick(): void {
    const changed = viewers.takeChanged();
    for (const id of changed) {
      const topic = streamKey(id);
      realtime.publish(topic, { type: 'viewers', topic, data: { currentViewers: viewers.count(id) } });
    }
    if (changed.length > 0) {
      announceFeatured().catch((error: unknown) =>
        log.warn({ err: error }, 'The featured list could not be sent'),
      );
    }
    for (const key of realtime.listenedKeys('signal')) {
      const userId = key.slice('signal:'.length) as UserId;
      realtime.publish(key, { type: 'signal', topic: 'signal', data: signals.read(userId) });
    }
  }
  const timer = setInterval(tick, TICK_MS);

  return {
    async announce(id) {
      const detail = await service.byId(id);
      const topic = streamKey(id);
      realtime.publish(topic, { type: 'stream', topic, data: detail });
      const channel = channelKey(detail.streamer.username);
      realtime.publish(channel, { type: 'stream', topic: channel, data: detail });
      await announceFeatured();
    },
    close: () => clearInterval(timer),
  };
}
