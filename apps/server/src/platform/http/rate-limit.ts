/** Limits how often the clients of one network may call an endpoint. */

import type { IncomingMessage } from 'node:http';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { localized } from '../messages/index.ts';
import { networkOf } from '../network/network.ts';
import { countNetwork } from '../network/network-rate.ts';
import type { ViewerLimits } from '../network/viewer-limits.ts';
import type { ExpiringStore } from '../shared-state/index.ts';
import type { ClientAddress } from './listener/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits that routes without a contract share, for `config.rateLimit`. */
    readonly rateLimits: Readonly<Record<'pages' | 'images' | 'recordings', RouteLimit>>;
    /**
     * Counts a request that a raw handler has taken, as if the route had got it. If the handler passes it on, the route
     * does not count it again.
     * @returns false if it exceeds the limit: the handler must pass it on, and the route refuses it
     */
    countRequest(request: IncomingMessage, route: string, limit: RouteLimit): Promise<boolean>;
  }
}

interface RouteLimit {
  readonly max: number;
  readonly timeWindow: number;
}

/** Limits routes whose `config.rateLimit` sets a maximum, each of which counts separately. */
export async function installRateLimit(
  app: FastifyInstance,
  counters: ExpiringStore,
  { pages, images, recordings }: ViewerLimits['perMinute'],
  addressOf: ClientAddress,
): Promise<void> {
  const counted = new WeakSet<IncomingMessage>();
  app.decorate('rateLimits', {
    pages: { max: pages, timeWindow: 60_000 },
    images: { max: images, timeWindow: 60_000 },
    recordings: { max: recordings, timeWindow: 60_000 },
  });
  async function count(
    key: string,
    windowMs: number,
    max: number,
  ): Promise<{ current: number; ttl: number }> {
    const space = key.lastIndexOf(' ');
    const [of, network] = [key.slice(0, space), key.slice(space + 1)];
    const { count, expiresInMs } = await countNetwork(counters, { of, network, windowMs, max });
    return { current: count, ttl: expiresInMs };
  }
  app.decorate('countRequest', async (request, route, { max, timeWindow }) => {
    const address = addressOf(request);
    // The client has disconnected.
    if (address === null) return true;
    const key = `${request.method} ${route} ${networkOf(address)}`;
    if ((await count(key, timeWindow, max)).current > max) return false;
    counted.add(request);
    return true;
  });
  class CounterStore implements FastifyRateLimitStore {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      max: number,
    ): void {
      count(key, windowMs, max).then(
        (result) => done(null, result),
        (error: Error) => done(error),
      );
    }

    child(): CounterStore {
      return this;
    }
  }
  await app.register(rateLimit, {
    global: false,
    store: CounterStore,
    allowList: (request) => counted.has(request.raw),
    // Requests without a route count together.
    keyGenerator: ({ method, routeOptions, ip }) =>
      `${method} ${routeOptions.url ?? 'page'} ${networkOf(ip)}`,
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
      new AppError('rate_limited', 'limited', localized('errors.http.rate_limited'), {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  });
}
