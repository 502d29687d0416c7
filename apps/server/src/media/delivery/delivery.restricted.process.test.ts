import { describe, expect, it } from 'vitest';
import { startDeliveryServer } from '../../../test/support/delivery/delivery-server.ts';

const bytes = Buffer.alloc(500, 'p');
const MINUTE_MS = 60_000;
const PATHS = [
  '/live/stream/index.m3u8',
  '/live/stream/epoch/video.m3u8',
  '/live/stream/epoch/video/init-0.mp4',
  '/live/stream/epoch/video/0.0.m4s',
  '/live/stream/epoch/video/0.m4s',
];

/** Starts a restricted stream with a finished segment. Requests with the cookie `ticket` may have it for a minute. */
async function startRestricted(expiresInMs = () => MINUTE_MS) {
  const server = await startDeliveryServer({
    authorize: (_streamId, req) => (req.headers.cookie === 'ticket' ? expiresInMs() : 0),
  });
  server.live.video.addPart(bytes);
  server.live.video.closeSegment();
  server.live.video.addPart(bytes);
  server.restrict();
  return server;
}

describe('a restricted stream', () => {
  it.each(PATHS)('answers %s with a 403 problem if the request has no right', async (path) => {
    await using server = await startRestricted();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await server.request(path, { method });
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        403,
        'application/problem+json',
        'private, no-store',
      ]);
    }
    const problem = JSON.parse((await server.request(path)).body.toString());
    expect(problem).toMatchObject({ status: 403, code: 'playback_forbidden', title: expect.any(String) });
  });

  it.each(PATHS)(
    'answers %s privately, for pages of this origin only, if the request has a right',
    async (path) => {
      await using server = await startRestricted();
      // A shared cache with an earlier response would send this, and a 304 would renew its entry for all viewers.
      const conditional = { cookie: 'ticket', 'if-none-match': '*' };
      const { status, headers } = await server.request(path, { headers: conditional });
      expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'private, no-store', undefined]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    },
  );

  it('answers requests for missing media privately, too', async () => {
    await using server = await startRestricted();
    const { status, headers } = await server.request('/live/stream/epoch/video/9.m4s', {
      headers: { cookie: 'ticket' },
    });
    expect([status, headers['cache-control']]).toEqual([404, 'private, no-store']);
  });

  it('answers a blocked request with 403 once its right has expired', async () => {
    let right = 20;
    await using server = await startRestricted(() => right);
    const path = '/live/stream/epoch/video.m3u8?_HLS_msn=1&_HLS_part=1';
    const { answer } = await server.blocked(path, { cookie: 'ticket' });
    right = 0;
    expect((await answer).status).toBe(403);
    expect(server.delivery.stats().waiting).toBe(0);
  });

  it('does not answer a request that was blocked before the stream became restricted', async () => {
    await using server = await startDeliveryServer();
    server.live.video.addPart(bytes);
    const { answer } = await server.blocked('/live/stream/epoch/video.m3u8?_HLS_msn=0&_HLS_part=1');
    server.restrict();
    server.live.video.addPart(bytes);
    expect((await answer).status).toBe(403);
  });
});
