import { Redis, type RedisOptions } from 'ioredis';
import type { BusConnection, BusConnectionHandlers, ConnectBus } from './remote-bus.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * The bus opens new connections itself, so that ioredis does not resend messages that were delivered in the meantime.
 */
const OPTIONS = {
  lazyConnect: true,
  retryStrategy: () => null,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResubscribe: false,
  connectTimeout: CONNECT_TIMEOUT_MS,
} satisfies RedisOptions;

/** PUBLISH and SUBSCRIBE of Redis or Valkey, which order all messages of a channel. */
export const connectRedis =
  (url: string): ConnectBus =>
  async ({ onFrame, onLost }: BusConnectionHandlers): Promise<BusConnection> => {
    const publisher = new Redis(url, { ...OPTIONS, connectionName: 'tributary-bus' });
    const subscriber = publisher.duplicate();
    const both = [publisher, subscriber];
    // Databases of one server share their channels, so the number is part of the name.
    const channel = `tributary:${publisher.options.db ?? 0}:bus`;
    let reason: unknown;
    for (const client of both) {
      client.on('error', (error) => {
        reason = error;
      });
    }
    try {
      await Promise.all(both.map((client) => client.connect()));
      subscriber.on('message', (_channel, frame) => onFrame(frame));
      await subscriber.subscribe(channel);
    } catch (error) {
      for (const client of both) client.disconnect();
      throw reason ?? error;
    }
    for (const client of both) {
      client.on('end', () => onLost(reason ?? new Error('The server closed the connection')));
    }
    return {
      send: async (frame) => void (await publisher.publish(channel, frame)),
      async close() {
        for (const client of both)
          client.removeAllListeners('end').removeAllListeners('message').disconnect();
      },
    };
  };
