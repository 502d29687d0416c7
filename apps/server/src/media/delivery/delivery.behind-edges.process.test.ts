/** Live media through an edge with deploy/edges/varnish.vcl. */
import { describe, expect, it } from 'vitest';
import { startDeliveryServer } from '../../../test/support/delivery/delivery-server.ts';
import { startEdge } from '../../../test/support/edges.ts';

const PLAYLIST = '/live/stream/epoch/video.m3u8';
const VIEWERS = 20;
/** For what an edge may still show. */
const WITHDRAWAL = { timeout: 20_000 };
const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251));

describe('behind Varnish', () => {
  async function start(options: Parameters<typeof startDeliveryServer>[0] = {}) {
    const stack = new AsyncDisposableStack();
    const origin = stack.use(await startDeliveryServer(options));
    const edge = stack.use(await startEdge('varnish', origin.port));
    const { video } = origin.live;
    video.addPart(bytes);
    video.closeSegment();
    video.addPart(bytes);
    let requests = 0;
    origin.server.on('request', () => requests++);
    return {
      origin,
      edge,
      video,
      /** Requests that reached the origin. */
      requests: () => requests,
      fetch: (path: string, headers: Record<string, string> = {}) => fetch(edge.url + path, { headers }),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  it('makes one request of the blocking reloads of many viewers, and of their requests for the next part', async () => {
    await using run = await start();
    const paths = [`${PLAYLIST}?_HLS_msn=1&_HLS_part=1`, '/live/stream/epoch/video/1.1.m4s'];
    const answers = paths.flatMap((path) => Array.from({ length: VIEWERS }, () => run.fetch(path)));
    await run.origin.becomes(() => run.origin.delivery.stats().waiting === paths.length);
    // Each viewer has a connection of its own; those that connect after the part exists find it cached.
    run.video.addPart(bytes);
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(new Set(texts.slice(0, VIEWERS))).toEqual(new Set([run.video.playlist(false).body.toString()]));
    expect(new Set(texts.slice(VIEWERS))).toEqual(new Set([bytes.toString()]));
    expect(run.requests()).toBe(paths.length);
  });

  it('tells playlists apart by _HLS_msn, _HLS_part and _HLS_skip', async () => {
    await using run = await start();
    const text = async (query: string) => (await run.fetch(`${PLAYLIST}${query}`)).text();
    const whole = await text('');
    expect(await text('?_HLS_skip=YES')).toContain('#EXT-X-SKIP');
    const next = text('?_HLS_msn=1&_HLS_part=1');
    await run.origin.becomes(() => run.origin.delivery.stats().waiting === 1);
    run.video.addPart(bytes);
    expect(await next).toContain('video/1.1.m4s');
    expect(whole).not.toContain('video/1.1.m4s');
  });

  it('serves ranges of what it has', async () => {
    await using run = await start();
    const path = '/live/stream/epoch/video/0.m4s';
    await (await run.fetch(path)).arrayBuffer();
    const response = await run.fetch(path, { range: 'bytes=100-199' });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, 'bytes 100-199/5000']);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    expect(run.requests()).toBe(1);
  });

  it('asks after a second whether it may still show what it has, and no longer shows what was withdrawn', async () => {
    await using run = await start();
    const path = '/live/stream/epoch/video/0.m4s';
    const { stats } = run.origin.delivery;
    await expect
      .poll(async () => {
        await (await run.fetch(path)).arrayBuffer();
        return stats().answers.not_modified;
      }, WITHDRAWAL)
      .toBe(1);
    expect(stats().answers.media).toBe(1);
    run.origin.withdraw();
    await expect.poll(async () => (await run.fetch(path)).status, WITHDRAWAL).toBe(404);
  });

  it('gives media of a restricted stream only to the viewer with the right', async () => {
    const grant = { cookie: 'tributary_playback=grant' };
    await using run = await start({
      authorize: (_streamId, req) => (req.headers.cookie === grant.cookie ? 60_000 : 0),
    });
    run.origin.restrict();
    const path = '/live/stream/epoch/video/0.m4s';
    expect((await run.fetch(path)).status).toBe(403);
    expect(Buffer.from(await (await run.fetch(path, grant)).arrayBuffer())).toEqual(bytes);
    expect((await run.fetch(path)).status).toBe(403);
    expect((await run.fetch(path, { cookie: 'tributary_playback=other' })).status).toBe(403);
  });
});
