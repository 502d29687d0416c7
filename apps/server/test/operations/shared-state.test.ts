/** What two processes of an instance share through Redis, each with a connection of its own. */
import { tmpdir } from 'node:os';
import { endpoint, userId } from '@tributary/contracts/shared';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createAttemptLimiter } from '#features/identity/attempts/attempt-limiter.ts';
import { createIngestHealth } from '#features/live/ingest-health/ingest-health.ts';
import { createPublishCooldowns } from '#features/live/lifecycle/publish-cooldowns.ts';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { route } from '#platform/http/route.ts';
import { createLog } from '#platform/log/log.ts';
import { openSharedState } from '#platform/shared-state/index.ts';
import { startRedisServer } from '../support/redis-server.ts';

const log = createLog('silent');
const redis = await startRedisServer();
const [first, second] = await Promise.all([
  openSharedState({ redisUrl: redis.url }, log),
  openSharedState({ redisUrl: redis.url }, log),
]);
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await redis[Symbol.asyncDispose]();
});

it('counts the requests of a client to an endpoint in both processes', async () => {
  const scarce = endpoint({
    method: 'GET',
    path: '/api/scarce',
    tag: 'test',
    summary: 'Limited',
    access: 'public',
    perMinute: 2,
    response: z.void(),
  });
  const apps = await Promise.all(
    [first, second].map(async (sharedState) => {
      const app = await createHttpApp({
        listener: await openHttpListener({ host: '127.0.0.1', port: 0 }),
        log,
        authenticator: { authenticate: async () => null },
        sharedState,
        instanceName: 'Test',
        version: '0',
        publicUrl: 'http://localhost',
        trustProxy: [],
        webRoot: tmpdir(),
      });
      route(app, scarce, () => undefined);
      return app;
    }),
  );
  const statuses: number[] = [];
  for (const app of [...apps, ...apps]) statuses.push((await app.inject('/api/scarce')).statusCode);
  expect(statuses).toEqual([204, 204, 429, 429]);
  const other = await apps[0]?.inject({ url: '/api/scarce', remoteAddress: '192.0.2.1' });
  expect(other?.statusCode).toBe(204);
  await Promise.all(apps.map((app) => app.close()));
});

it('counts sign-in attempts in both processes', async () => {
  const attempts = [createAttemptLimiter(first), createAttemptLimiter(second)];
  const rule = { window: 60, max: 3 };
  const allowed: boolean[] = [];
  for (const { consume } of [...attempts, ...attempts])
    allowed.push((await consume('password:ann', rule)).allowed);
  expect(allowed).toEqual([true, true, true, false]);
  expect(await createAttemptLimiter(first).consume('password:ann', rule)).toMatchObject({
    allowed: false,
    retryAfter: 60,
  });
});

const STREAMER = userId.parse('01890a5d-ac96-774b-bcce-b302099a8057');

it('refuses an encoder in both processes after one of them stopped its stream, until either clears that', async () => {
  const [stopping, other] = [createPublishCooldowns(first), createPublishCooldowns(second)];
  await stopping.start(STREAMER);
  expect(await other.refuses(STREAMER)).toBe(true);
  expect((await other.until(STREAMER))?.getTime()).toBeGreaterThan(Date.now());
  await other.clear(STREAMER);
  expect(await stopping.refuses(STREAMER)).toBe(false);
});

it('shows ingest health and the last refusal in the process that does not receive the stream', async () => {
  const cooldowns = createPublishCooldowns(first);
  const [receiving, other] = [createIngestHealth(first, cooldowns), createIngestHealth(second, cooldowns)];
  const stream = {
    channelId: STREAMER,
    streamId: '01890a5d-ac96-774b-bcce-b302099a8058',
    startedAtMs: Date.now(),
    state: 'live',
    tracks: { video: null, audio: null },
    attach: () => () => undefined,
  } as const;
  receiving.started(stream);
  receiving.refused(STREAMER, 'already_publishing');
  await expect
    .poll(() => other.read(STREAMER))
    .toMatchObject({
      state: 'receiving',
      streamId: stream.streamId,
      lastRefusal: { reason: expect.stringContaining('another encoder') },
    });
  receiving.ended(stream);
  await expect.poll(async () => (await other.read(STREAMER)).state).toBe('waiting');
  receiving.close();
  other.close();
});
