/** Limits how often one client address may call an endpoint. */
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { ExpiringStore } from '../shared-state/index.ts';

/** Applies to routes whose `config.rateLimit` sets a maximum, each of which counts separately. */
export async function installRateLimit(app: FastifyInstance, counters: ExpiringStore): Promise<void> {
  class CounterStore implements FastifyRateLimitStore {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      counters.increment(key, windowMs).then(
        ({ count, expiresInMs }) => done(null, { current: count, ttl: expiresInMs }),
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
    // A client with IPv6 has a whole /64 of addresses.
    keyGenerator: ({ method, routeOptions, ip }) => `${method} ${routeOptions.url} ${normalizeIP(ip, 64)}`,
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
      new AppError('rate_limited', 'limited', 'Too many requests. Try again in a moment.', {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  });
}
