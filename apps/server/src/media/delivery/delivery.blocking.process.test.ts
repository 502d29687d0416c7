import { describe, expect, it } from 'vitest';
import {
  closed,
  type DeliveryServer,
  readAll,
  startDeliveryServer,
} from '../../../test/support/delivery/delivery-server.ts';

const CACHE_CONTROL = 'public, max-age=1, must-revalidate';
const bytes = Buffer.alloc(500, 'p');
const base = '/live/stream/epoch';

async function startLive(shape: Parameters<typeof startDeliveryServer>[0] = {}): Promise<DeliveryServer> {
  const server = await startDeliveryServer(shape);
  server.live.video.addPart(bytes);
  return server;
}

describe('a rendition that is made when it is needed', () => {
  it('delays the first request of its playlist until it is made', async () => {
    await using server = await startLive();
    const { answer } = await server.blocked(`${base}/480p.m3u8`);
    server.live.made.addPart(bytes);
    expect((await answer).body.toString()).toContain('480p/0.0.m4s');
    expect(server.delivery.stats().waiting).toBe(0);
  });

  it('is refused with 503 and Retry-After if it cannot be made now', async () => {
    await using server = await startLive();
    server.live.isFull = true;
    const answer = await server.request(`${base}/480p.m3u8`);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.body.toString()).toContain('no capacity');
  });

  it('makes waiting requests get an answer when it is given up', async () => {
    await using server = await startLive();
    const { answer } = await server.blocked(`${base}/480p.m3u8`);
    server.live.isFull = true;
    server.live.made.end();
    expect((await answer).status).toBe(503);
  });
});

describe('blocking playlist reload', () => {
  it('blocks a request until its part exists, and a request for a segment until it is complete', async () => {
    await using server = await startLive();
    const { video } = server.live;
    const order: string[] = [];
    const ask = async (query: string) => {
      const viewer = await server.blocked(`${base}/video.m3u8?${query}`);
      viewer.answer.then(() => order.push(query));
      return viewer;
    };
    const segment = await ask('_HLS_msn=0');
    const second = await ask('_HLS_msn=0&_HLS_part=2');
    const first = await ask('_HLS_msn=0&_HLS_part=1');
    const next = await ask('_HLS_msn=1&_HLS_part=0');
    expect(server.delivery.stats().waiting).toBe(4);
    expect(video.listeners).toBe(1);

    video.addPart(bytes);
    const answer = await first.answer;
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe(CACHE_CONTROL);
    expect(answer.body.toString()).toContain('video/0.1.m4s');
    expect(answer.body.toString()).not.toContain('video/0.2.m4s');
    video.addPart(bytes);
    expect((await second.answer).body.toString()).toContain('video/0.2.m4s');
    video.closeSegment();
    expect((await segment.answer).body.toString()).toContain('video/0.m4s');
    video.addPart(bytes);
    expect((await next.answer).body.toString()).toContain('video/1.0.m4s');
    expect(order).toEqual([
      '_HLS_msn=0&_HLS_part=1',
      '_HLS_msn=0&_HLS_part=2',
      '_HLS_msn=0',
      '_HLS_msn=1&_HLS_part=0',
    ]);
    expect(server.delivery.stats().waiting).toBe(0);
    expect(video.listeners).toBe(0);
  });

  it('treats a part past the end of its segment as part 0 of the next one (RFC 8216bis section 6.2.5.2)', async () => {
    await using server = await startLive();
    const { answer } = await server.blocked(`${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`);
    server.live.video.closeSegment();
    expect(server.delivery.stats().waiting).toBe(1);
    server.live.video.addPart(bytes);
    expect((await answer).body.toString()).toContain('video/1.0.m4s');
  });

  it('answers blocked requests with the final playlist when the stream ends, and later ones at once', async () => {
    await using server = await startLive();
    const { answer } = await server.blocked(`${base}/video.m3u8?_HLS_msn=1&_HLS_part=0`);
    server.live.video.end();
    expect((await answer).body.toString()).toContain('#EXT-X-ENDLIST');
    const later = await server.request(`${base}/video.m3u8?_HLS_msn=70&_HLS_part=3`);
    expect(later.status).toBe(200);
    expect(later.body.toString()).toContain('#EXT-X-ENDLIST');
  });

  it('answers 503 after three target durations', async () => {
    await using server = await startLive({ targetDurationSeconds: 0.05 });
    const answer = await server.request(`${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`);
    expect(answer.status).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(server.delivery.stats()).toMatchObject({ waiting: 0, answers: { unavailable: 1 } });
    expect(server.live.video.listeners).toBe(0);
  });

  it('drops the request of a viewer who left, and no other one', async () => {
    await using server = await startLive();
    const path = `${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`;
    const leaving = await server.blocked(path);
    const staying = await server.blocked(path);
    await leaving.abort();
    expect(server.delivery.stats()).toMatchObject({ waiting: 1, dropped: { left: 1 } });
    server.live.video.addPart(bytes);
    expect((await staying.answer).status).toBe(200);
    expect(server.thrown).toEqual([]);
  });

  it('resumes two thousand requests through one listener, with one rendering', async () => {
    await using server = await startLive();
    const path = `${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`;
    const viewers = [];
    for (let count = 0; count < 2000; count++) viewers.push((await server.blocked(path)).answer);
    expect(server.delivery.stats().waiting).toBe(2000);
    expect(server.live.video.listeners).toBe(1);
    server.live.video.addPart(bytes);
    const tags = new Set((await Promise.all(viewers)).map(({ headers }) => headers.etag));
    expect(tags.size).toBe(1);
    expect(server.delivery.stats().waiting).toBe(0);
  });

  it('answers blocked requests with 404 if the stream was withdrawn in the meantime', async () => {
    await using server = await startLive();
    const playlist = await server.blocked(`${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`);
    const part = await server.blocked(`${base}/video/0.1.m4s`);
    server.withdraw();
    server.live.video.addPart(bytes);
    expect((await playlist.answer).status).toBe(404);
    expect((await part.answer).status).toBe(404);
    expect(server.delivery.stats().waiting).toBe(0);
  });

  it('answers blocked requests at once when another process takes the stream over, and no part follows', async () => {
    await using server = await startLive();
    const playlist = await server.blocked(`${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`);
    const part = await server.blocked(`${base}/video/0.1.m4s`);
    server.withdraw();
    server.delivery.withdrawn(server.live);
    expect((await playlist.answer).status).toBe(404);
    expect((await part.answer).status).toBe(404);
    expect(server.delivery.stats().waiting).toBe(0);
    expect(server.live.video.listeners).toBe(0);
  });

  it('answers blocked requests with 503 when it closes, and closes their connections', async () => {
    await using server = await startLive();
    const { answer } = await server.blocked(`${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`);
    server.delivery.close();
    expect((await answer).status).toBe(503);
    expect((await answer).headers.connection).toBe('close');
    expect((await server.request(`${base}/video/0.0.m4s`)).status).toBe(503);
  });
});

describe('blocking on a hinted part', () => {
  it('blocks for the next part and for the first part of the next segment', async () => {
    await using server = await startLive();
    const next = await server.blocked(`${base}/video/0.1.m4s`);
    const first = await server.blocked(`${base}/video/1.0.m4s`);
    expect(server.delivery.stats().waiting).toBe(2);
    server.live.video.addPart(Buffer.from('one'), Buffer.from(' more'));
    const answer = await next.answer;
    expect(answer.body.toString()).toBe('one more');
    expect(answer.headers['cache-control']).toBe(CACHE_CONTROL);
    server.live.video.closeSegment();
    server.live.video.addPart(Buffer.from('first'));
    expect((await first.answer).body.toString()).toBe('first');
  });

  it('answers 404 if the hinted part never arrives', async () => {
    await using server = await startLive();
    const cut = await server.blocked(`${base}/video/0.1.m4s`);
    server.live.video.closeSegment();
    expect((await cut.answer).status).toBe(404);
    const ended = await server.blocked(`${base}/video/1.0.m4s`);
    server.live.video.end();
    expect((await ended.answer).status).toBe(404);
  });

  it('answers 503 after three target durations', async () => {
    await using server = await startLive({ targetDurationSeconds: 0.05 });
    expect((await server.request(`${base}/video/0.1.m4s`)).status).toBe(503);
  });
});

describe('pipelined requests', () => {
  const get = (path: string, extra = '') => `GET ${base}/${path} HTTP/1.1\r\nHost: x\r\n${extra}\r\n`;

  it('are answered in order, even behind one that blocks', async () => {
    await using server = await startLive();
    const socket = server.raw(
      get('video/0.0.m4s') + get('video/0.1.m4s') + get('video/9.9.m4s', 'Connection: close\r\n'),
    );
    const text = readAll(socket);
    await server.becomes(() => server.delivery.stats().waiting === 1);
    server.live.video.addPart(Buffer.from('late'));
    const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200', '404']);
    expect(await text).toMatch(/late.*404/s);
  });

  it('close the connection when there are too many', async () => {
    await using server = await startLive();
    const socket = server.raw(get('video/0.1.m4s') + get('video/0.0.m4s').repeat(9));
    expect(await readAll(socket)).toBe('');
    expect(server.delivery.stats()).toMatchObject({ waiting: 0, dropped: { pipelined: 1 } });
  });
});

describe('a viewer who does not read', () => {
  it('loses the connection after a timeout, and does not delay other viewers', async () => {
    await using server = await startDeliveryServer({ drainMs: 300 });
    const large = Buffer.alloc(64 * 1024 * 1024);
    server.live.video.addPart(large);
    server.live.video.addPart(bytes);
    const stalled = server.raw(`GET ${base}/video/0.0.m4s HTTP/1.1\r\nHost: x\r\n\r\n`);
    await server.becomes(() => server.delivery.stats().draining === 1);

    const { answer } = await server.blocked(`${base}/video/0.2.m4s`);
    server.live.video.addPart(bytes);
    expect((await answer).body).toEqual(bytes);
    expect(server.delivery.stats().draining).toBe(1);

    await server.becomes(() => server.delivery.stats().draining === 0);
    expect(server.delivery.stats().dropped.slow).toBe(1);
    stalled.resume();
    await closed(stalled);
    expect(stalled.bytesRead).toBeLessThan(large.byteLength);
  });

  it('keeps the connection of a viewer who reads in time', async () => {
    await using server = await startDeliveryServer({ drainMs: 20_000 });
    server.live.video.addPart(Buffer.alloc(32 * 1024 * 1024));
    const slow = server.raw(`GET ${base}/video/0.0.m4s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await server.becomes(() => server.delivery.stats().draining === 1);
    expect((await readAll(slow)).length).toBeGreaterThan(32 * 1024 * 1024);
    expect(server.delivery.stats()).toMatchObject({ draining: 0, dropped: { slow: 0 } });
  });
});
