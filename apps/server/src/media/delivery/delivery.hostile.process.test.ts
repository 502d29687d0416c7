import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAll, startDeliveryServer } from '../../../test/support/delivery/delivery-server.ts';

const word = fc.oneof(
  fc.constantFrom(
    'stream',
    'epoch',
    'video',
    'audio',
    'video.m3u8',
    'index.m3u8',
    'init-0.mp4',
    '..',
    '.',
    '',
  ),
  fc.constantFrom('0.m4s', '0.0.m4s', '0.1.m4s', '1.0.m4s', '__proto__', 'constructor', '%2e%2e', '-1.m4s'),
  fc.tuple(fc.integer(), fc.integer()).map(([msn, part]) => `${msn}.${part}.m4s`),
  fc.stringMatching(/^[!-~]{0,30}$/),
);
const directive = fc.tuple(
  fc.constantFrom('_HLS_msn', '_HLS_part', '_HLS_skip', '_HLS_', 'x', ''),
  fc.oneof(
    fc.integer({ min: -3, max: 6 }).map(String),
    fc.constantFrom('YES', 'v2', 'NaN', '1e9'),
    fc.stringMatching(/^[!-~]{0,20}$/),
  ),
);
const target = fc
  .tuple(fc.array(word, { maxLength: 6 }), fc.array(directive, { maxLength: 4 }))
  .map(
    ([path, query]) =>
      `/live/${path.join('/')}${query.length > 0 ? '?' : ''}${query.map((pair) => pair.join('=')).join('&')}`,
  );
/** Paths that exist or nearly do, which reach the code after the parser. */
const aimed = fc.oneof(
  fc
    .array(directive, { maxLength: 4 })
    .map((query) => `/live/stream/epoch/video.m3u8?${query.map((pair) => pair.join('=')).join('&')}`),
  fc
    .tuple(fc.nat(4), fc.nat(3))
    .map(([msn, part]) => `/live/stream/epoch/video.m3u8?_HLS_msn=${msn}&_HLS_part=${part}`),
  fc.tuple(fc.nat(3), fc.nat(2)).map(([msn, part]) => `/live/stream/epoch/video/${msn}.${part}.m4s`),
);
const header = fc.tuple(
  fc.constantFrom('Range', 'If-Range', 'If-None-Match', 'Accept-Encoding', 'Origin', 'Expect'),
  fc.oneof(
    fc.constantFrom(
      'bytes=0-',
      'bytes=-1',
      'bytes=5-2',
      'bytes=99999999999999999-',
      '*',
      '"1"',
      'gzip;q=',
      'gzip',
      '*;q=0',
    ),
    fc.stringMatching(/^[!-~]{0,30}$/),
  ),
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PROPFIND');

it('answers every request with one of its status codes, whatever the URL and headers', async () => {
  await using server = await startDeliveryServer({ targetDurationSeconds: 0.01, partTargetSeconds: 0.005 });
  server.live.video.addPart(Buffer.alloc(50));
  server.live.video.closeSegment();
  server.live.video.addPart(Buffer.alloc(50));
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.oneof(target, aimed),
      fc.array(header, { maxLength: 3 }),
      async (verb, url, headers) => {
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const socket = server.raw(`${verb} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
        const answer = await readAll(socket);
        // node:http itself sends interim and bad-expectation responses.
        const status = Number(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
        seen.add(status);
        expect([200, 204, 206, 304, 400, 404, 405, 410, 416, 417, 503]).toContain(status);
        expect(server.thrown).toEqual([]);
      },
    ),
    { numRuns: 600 },
  );
  expect(server.delivery.stats()).toMatchObject({ waiting: 0, draining: 0 });
  for (const status of [200, 204, 400, 404, 405, 503]) expect(seen).toContain(status);
});
