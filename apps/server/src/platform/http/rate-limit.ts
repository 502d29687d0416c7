/** Limits how often the clients of one network may call an endpoint. */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { NETWORKS_PER_SITE, networkOf, siteOf } from '../network/network.ts';
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
  /**
   * Counts a request. The networks of an IPv6 site may ask `NETWORKS_PER_SITE` times as often together; what is refused
   * does not count towards that, so that one of them cannot use it up for the others.
   */
  async function count(
    key: string,
    windowMs: number,
    max: number,
  ): Promise<{ current: number; ttl: number }> {
    const own = await counters.increment(key, windowMs);
    const network = key.slice(key.lastIndexOf(' ') + 1);
    const site = siteOf(network);
    if (site === null || own.count > max) return { current: own.count, ttl: own.expiresInMs };
    const all = await counters.increment(key.slice(0, -network.length) + site, windowMs);
    const current = Math.max(own.count, Math.ceil(all.count / NETWORKS_PER_SITE));
    return { current, ttl: (current > own.count ? all : own).expiresInMs };
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
