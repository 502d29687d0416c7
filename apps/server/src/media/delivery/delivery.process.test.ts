import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startDeliveryServer } from '../../../test/support/delivery/delivery-server.ts';

const CACHE_CONTROL = 'public, max-age=1, must-revalidate';

const head = Buffer.alloc(100, 'h');
const body = Buffer.alloc(900, 'b');
const base = '/live/stream/epoch';

const COMMON = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Age, Content-Length, Content-Range, Date, ETag',
  'timing-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  date: expect.any(String),
};

/** Starts a stream whose segment 0 has two parts, and segment 1 has one so far. */
async function startLive(shape: Parameters<typeof startDeliveryServer>[0] = {}) {
  const server = await startDeliveryServer(shape);
  for (const rendition of [server.live.video, server.live.audio]) {
    rendition.addPart(head, body);
    rendition.addPart(body);
    rendition.closeSegment();
    rendition.addPart(head, body);
  }
  return server;
}

describe('media', () => {
  it('sends a part, a segment and an init section whole, to be revalidated after a second', async () => {
    await using server = await startLive();
    const media = {
      ...COMMON,
      'cache-control': CACHE_CONTROL,
      etag: '"1"',
      'accept-ranges': 'bytes',
    };
    const part = await server.request(`${base}/video/0.0.m4s`);
    expect(part.status).toBe(200);
    expect(part.headers).toEqual({ ...media, 'content-type': 'video/mp4', 'content-length': '1000' });
    expect(part.body).toEqual(Buffer.concat([head, body]));

    const segment = await server.request(`${base}/audio/0.m4s`);
    expect(segment.headers).toEqual({ ...media, 'content-type': 'audio/mp4', 'content-length': '1900' });
    expect(segment.body).toEqual(Buffer.concat([head, body, body]));

    const init = await server.request(`${base}/video/init-0.mp4`);
    expect(init.status).toBe(200);
    expect(init.headers['content-type']).toBe('video/mp4');
    expect(init.body.toString()).toBe('init of video');
    expect(server.delivery.stats()).toMatchObject({ answers: { media: 3 }, bytes: 1000 + 1900 + 13 });
  });

  it('answers HEAD with the same headers and no body', async () => {
    await using server = await startLive();
    const answer = await server.request(`${base}/video/0.0.m4s`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe('1000');
    expect(answer.body.byteLength).toBe(0);
    expect(server.delivery.stats().bytes).toBe(0);
  });

  it('sends ranges, answers 416 outside the bytes, and ignores malformed ranges and those of another version', async () => {
    await using server = await startLive();
    const ask = (headers: Record<string, string>) => server.request(`${base}/video/0.0.m4s`, { headers });

    const middle = await ask({ range: 'bytes=90-109' });
    expect(middle.status).toBe(206);
    expect(middle.headers['content-range']).toBe('bytes 90-109/1000');
    expect(middle.headers['content-length']).toBe('20');
    expect(middle.headers['cache-control']).toBe(CACHE_CONTROL);
    expect(middle.body.toString()).toBe('hhhhhhhhhhbbbbbbbbbb');

    expect((await ask({ range: 'bytes=-5' })).headers['content-range']).toBe('bytes 995-999/1000');
    expect((await ask({ range: 'bytes=0-', 'if-range': '"1"' })).status).toBe(206);
    expect((await ask({ range: 'bytes=0-', 'if-range': '"2"' })).status).toBe(200);
    expect((await ask({ range: 'bytes=0-1,5-6' })).status).toBe(200);

    const outside = await ask({ range: 'bytes=1000-' });
    expect(outside.status).toBe(416);
    expect(outside.headers['content-range']).toBe('bytes */1000');
    expect(outside.headers['cache-control']).toBe('no-store');
  });

  it('answers 304 to a client that has the bytes', async () => {
    await using server = await startLive();
    const answer = await server.request(`${base}/video/0.0.m4s`, { headers: { 'if-none-match': '"1"' } });
    expect(answer.status).toBe(304);
    expect(answer.body.byteLength).toBe(0);
    expect(answer.headers.etag).toBe('"1"');
  });

  it('answers 404 for media that never existed and 410 for media that left the window, both cacheable briefly', async () => {
    await using server = await startLive({ windowSegments: 1 });
    server.live.video.closeSegment();
    server.live.video.addPart(body);
    for (const path of ['0.0.m4s', '0.m4s']) {
      const gone = await server.request(`${base}/video/${path}`);
      expect([path, gone.status, gone.headers['cache-control']]).toEqual([path, 410, 'public, max-age=60']);
    }
    const unknown = ['1.7.m4s', '2.5.m4s', '2.m4s', '4.0.m4s', 'init-9.mp4', 'what.ts'];
    for (const path of [
      ...unknown.map((name) => `${base}/video/${name}`),
      `${base}/video`,
      '/live/',
      '/live/x',
    ]) {
      const answer = await server.request(path);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([
        path,
        404,
        'public, max-age=1',
      ]);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    for (const path of ['/live/other/index.m3u8', '/live/stream/old/video.m3u8', `${base}/data.m3u8`]) {
      expect((await server.request(path)).status).toBe(404);
    }
  });
});

describe('playlists', () => {
  it('sends the multivariant playlist, cacheable for a second', async () => {
    await using server = await startLive();
    const answer = await server.request('/live/stream/index.m3u8');
    expect(answer.status).toBe(200);
    expect(answer.headers).toEqual({
      ...COMMON,
      'content-type': 'application/vnd.apple.mpegurl',
      'content-length': String(answer.body.byteLength),
      'cache-control': CACHE_CONTROL,
      vary: 'Accept-Encoding',
      etag: 'W/"epoch-0"',
    });
    expect(answer.body.toString()).toMatch(/^#EXTM3U\n/);
  });

  it('compresses for clients that accept gzip, with the same ETag', async () => {
    await using server = await startLive();
    const plain = await server.request(`${base}/video.m3u8`);
    const gzip = await server.request(`${base}/video.m3u8`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gzip.headers['content-length']).toBe(String(gzip.body.byteLength));
    expect(gzip.headers.vary).toBe('Accept-Encoding');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(gzip.headers.etag).toBe(plain.headers.etag);
  });

  it('answers 304 until the playlist changes', async () => {
    await using server = await startLive();
    const { etag = '' } = (await server.request(`${base}/video.m3u8`)).headers;
    const ask = () => server.request(`${base}/video.m3u8`, { headers: { 'if-none-match': etag } });
    const unchanged = await ask();
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers).toMatchObject({
      etag,
      vary: 'Accept-Encoding',
      'cache-control': CACHE_CONTROL,
    });
    server.live.video.addPart(body);
    expect((await ask()).status).toBe(200);
  });

  it('sends a delta update to a client that accepts one', async () => {
    await using server = await startLive();
    for (const skip of ['YES', 'v2']) {
      const delta = await server.request(`${base}/video.m3u8?_HLS_skip=${skip}`);
      expect(delta.body.toString()).toContain('#EXT-X-SKIP');
    }
    expect((await server.request(`${base}/video.m3u8`)).body.toString()).not.toContain('#EXT-X-SKIP');
  });

  it('answers a blocking request for existing media at once, cacheable for a second', async () => {
    await using server = await startLive();
    for (const query of [
      '_HLS_msn=0',
      '_HLS_msn=0&_HLS_part=1',
      '_HLS_msn=0&_HLS_part=9',
      '_HLS_msn=1&_HLS_part=0',
    ]) {
      const answer = await server.request(`${base}/video.m3u8?${query}`);
      expect([query, answer.status, answer.headers['cache-control']]).toEqual([query, 200, CACHE_CONTROL]);
    }
  });

  it.each([
    '_HLS_part=1',
    '_HLS_msn=x',
    '_HLS_msn=-1',
    '_HLS_msn=3',
    '_HLS_msn=1&_HLS_part=99',
    '_HLS_skip=1',
  ])('answers %s with 400 and no-store', async (query) => {
    await using server = await startLive();
    const answer = await server.request(`${base}/video.m3u8?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.toString()).toMatch(/\.\n$/);
  });
});

describe('methods', () => {
  it('answers a preflight for any origin, cacheable for a day', async () => {
    await using server = await startLive();
    const answer = await server.request(`${base}/video/0.0.m4s`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('answers %s with 405', async (method) => {
    await using server = await startLive();
    const answer = await server.request(`${base}/video.m3u8`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      connection: 'close',
      'cache-control': 'no-store',
    });
  });

  it('leaves all other URLs to the application', async () => {
    await using server = await startLive();
    for (const path of ['/', '/live', '/lives/stream/index.m3u8', '/api/live/']) {
      expect((await server.request(path)).body.toString()).toBe('the app');
    }
  });
});
