/** Limits how often the clients of one network may call an endpoint. */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from '../network/network.ts';
import { countNetwork } from '../network/network-rate.ts';
import type { ViewerLimits } from '../network/viewer-limits.ts';
import type { ExpiringStore } from '../shared-state/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits that routes without a contract share, for `config.rateLimit`. */
    readonly rateLimits: Readonly<
      Record<'pages' | 'images' | 'recordings', { readonly max: number; readonly timeWindow: number }>
    >;
  }
}

/** Applies to routes whose `config.rateLimit` sets a maximum, each of which counts separately. */
export async function installRateLimit(
  app: FastifyInstance,
  counters: ExpiringStore,
  { pages, images, recordings }: ViewerLimits['perMinute'],
): Promise<void> {
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
    // Whatever no route handles counts together.
    keyGenerator: ({ method, routeOptions, ip }) =>
      `${method} ${routeOptions.url ?? 'page'} ${networkOf(ip)}`,
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
      new AppError('rate_limited', 'limited', 'Too many requests. Try again in a moment.', {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  });
}
