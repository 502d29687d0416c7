import { expect, it } from 'vitest';
import { startDeliveryServer } from '../../../test/support/delivery/delivery-server.ts';
import type { StoredBytes } from '../presentation/presentation.ts';
import { NO_LIMITS, type WaitingLimit } from './waiting/limits.ts';

const bytes = Buffer.from(Array.from({ length: 500 }, (_, index) => index % 251));
const PATH = '/live/stream/epoch/video/0.m4s';

/**
 * Starts a stream whose first segment is stored.
 * @param read reads the stored segment
 */
async function startStored(
  read: StoredBytes['read'] = async (first, last) => bytes.subarray(first, last + 1),
  unsentBytes: WaitingLimit = NO_LIMITS.unsentBytes,
) {
  const server = await startDeliveryServer({ limits: { ...NO_LIMITS, unsentBytes } });
  server.live.video.addPart(bytes);
  server.live.video.closeSegment();
  server.live.video.store(0, { byteLength: bytes.byteLength, read });
  return server;
}

it('delivers a stored segment like one in memory: whole, in ranges, by its length, and not again', async () => {
  let reads = 0;
  await using server = await startStored(async (first, last) => {
    reads += 1;
    return bytes.subarray(first, last + 1);
  });
  const { status, headers, body } = await server.request(PATH);
  expect([status, headers['content-type'], headers.etag, body]).toEqual([200, 'video/mp4', '"1"', bytes]);
  const range = await server.request(PATH, { headers: { range: 'bytes=10-19' } });
  expect([range.status, range.headers['content-range'], range.body]).toEqual([
    206,
    'bytes 10-19/500',
    bytes.subarray(10, 20),
  ]);
  expect(reads).toBe(2);
  const head = await server.request(PATH, { method: 'HEAD' });
  expect([head.status, head.headers['content-length']]).toEqual([200, '500']);
  expect((await server.request(PATH, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
  expect((await server.request(PATH, { headers: { range: 'bytes=500-' } })).status).toBe(416);
  expect(reads).toBe(2);
});

it('answers in the turn of the request if a stored segment is in memory', async () => {
  const inTurn: string[] = [];
  await using server = await startStored((first, last) => {
    inTurn.push('read');
    queueMicrotask(() => inTurn.push(`microtask, ${server.delivery.stats().answers.media} answered`));
    return bytes.subarray(first, last + 1);
  });
  expect((await server.request(PATH, { headers: { range: 'bytes=10-19' } })).body).toEqual(
    bytes.subarray(10, 20),
  );
  expect(inTurn).toEqual(['read', 'microtask, 1 answered']);
});

it('answers 410 if a stored segment was deleted, and 503 if it cannot be read', async () => {
  await using gone = await startStored(async () => null);
  expect((await gone.request(PATH)).status).toBe(410);
  await using broken = await startStored(async () => {
    throw new Error('The store is away.');
  });
  const { status, headers } = await broken.request(PATH);
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
});

it('continues with other requests while the store is slow', async () => {
  const slow = Promise.withResolvers<Uint8Array>();
  await using server = await startStored(() => slow.promise);
  const stored = server.request(PATH);
  server.live.video.addPart(bytes);
  expect((await server.request('/live/stream/epoch/video/1.0.m4s')).body).toEqual(bytes);
  slow.resolve(bytes);
  expect((await stored).body).toEqual(bytes);
});

it.each([
  ['withdrawn', 404],
  ['restricted', 403],
] as const)('does not deliver what was read of a stream that was %s meanwhile', async (change, status) => {
  const reading = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<Uint8Array>();
  await using server = await startStored(() => {
    reading.resolve();
    return slow.promise;
  });
  const answer = server.request(PATH);
  await reading.promise;
  if (change === 'withdrawn') server.withdraw();
  else server.restrict();
  slow.resolve(bytes);
  expect((await answer).status).toBe(status);
});

it('counts the bytes that it reads among those that wait for a client', async () => {
  let waiting = 0;
  const limit: WaitingLimit = {
    admits: () => waiting === 0,
    add: (_req, amount) => {
      waiting += amount;
      return () => {
        waiting -= amount;
      };
    },
  };
  const reading = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<Uint8Array>();
  await using server = await startStored(() => {
    reading.resolve();
    return slow.promise;
  }, limit);
  const first = server.request(PATH);
  await reading.promise;
  expect(waiting).toBe(500);
  expect((await server.request(PATH)).status).toBe(503);
  slow.resolve(bytes);
  expect((await first).status).toBe(200);
  expect(waiting).toBe(0);
});
