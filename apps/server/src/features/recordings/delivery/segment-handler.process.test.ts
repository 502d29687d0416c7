import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { afterEach, expect, it } from 'vitest';
import type { Audience } from '../access/audience.repo.ts';
import { createSegmentHandler, type SegmentHandlerOptions } from './segment-handler.ts';

const ID = '019fdd00-0000-7000-8000-000000000001';
const RUN = '1767225600000-0-epoch';
const SEGMENT = `/recordings/${ID}/${RUN}/0/video-1-2.00000.m4s`;
const BYTES = Buffer.alloc(100_000, 'media');
const open: Audience = {
  streamerId: 'ada' as UserId,
  visibility: 'public',
  isGated: false,
  isReady: true,
  allowsDownload: false,
  slug: 'evening',
  mediaId: ID as StreamId,
  trim: null,
  ladder: null,
};
/** The status of what a handler passes on. */
const PASSED = 299;

let close = () => {};
afterEach(() => close());

async function startServer(options: Partial<SegmentHandlerOptions> & { audience?: () => Audience | null }) {
  const { audience = () => open } = options;
  const handle = createSegmentHandler({
    access: {
      audienceOf: async () => audience(),
      isOpen: ({ headers }, { isGated }) => !isGated || headers.cookie === 'grant',
    },
    store: { findMedia: () => undefined, readMedia: async () => BYTES },
    countRequest: async () => true,
    ...options,
  });
  const server = createServer((req, res) => {
    const pass = () => void res.writeHead(PASSED).end();
    if (!handle(req, res, pass)) pass();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => void server.close();
  const { port } = server.address() as AddressInfo;
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { port, status: answer.status, headers: answer.headers, bytes };
  };
}

it('sends the segments of public recordings to any page, to be kept by browsers', async () => {
  const get = await startServer({});
  const { status, headers, bytes } = await get(SEGMENT);
  expect([status, bytes.equals(BYTES), headers.get('content-type')]).toEqual([200, true, 'video/mp4']);
  expect(headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=1, proxy-revalidate');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect((await get(`/recordings/${ID}/${RUN}/video/init.mp4`)).status).toBe(200);
});

it('sends gated segments with a playback grant, so that nothing else keeps or reads them', async () => {
  const get = await startServer({ audience: () => ({ ...open, isGated: true }) });
  expect((await get(SEGMENT)).status).toBe(PASSED);
  const { status, headers } = await get(SEGMENT, { headers: { cookie: 'grant' } });
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it('passes on everything but GET requests for media', async () => {
  const get = await startServer({});
  for (const path of ['index.m3u8', 'download.mp4', `original/${RUN}/0/video-1-2.00000.m4s`, '../x.m4s', ''])
    expect([path, (await get(`/recordings/${ID}/${path}`)).status]).toEqual([path, PASSED]);
  expect((await get(SEGMENT, { method: 'HEAD' })).status).toBe(PASSED);
  expect((await get(`${SEGMENT}?a=1`)).status).toBe(PASSED);
  expect((await get(SEGMENT.replace(ID, '00000000-0000-0000-0000-00000000000x'))).status).toBe(PASSED);
});

it('passes on what nobody may watch, what is cut out, missing or too large, and what exceeds a limit', async () => {
  const segments = [{ run: RUN, firstMsn: 2, lastMsn: 3 }];
  const trim = { segments } as unknown as NonNullable<Audience['trim']>;
  const cases: Parameters<typeof startServer>[0][] = [
    { audience: () => null },
    { audience: () => ({ ...open, trim }) },
    { store: { findMedia: () => undefined, readMedia: async () => null } },
    { store: { findMedia: () => undefined, readMedia: async () => undefined } },
    {
      store: {
        findMedia: () => undefined,
        readMedia: async () => {
          throw new Error('The storage is away.');
        },
      },
    },
    { countRequest: async () => false },
    { maxUnsentBytes: 0 },
  ];
  for (const options of cases) {
    expect((await (await startServer(options))(SEGMENT)).status).toBe(PASSED);
    close();
  }
});

it('sends nothing of a recording that is withdrawn while the storage is slow', async () => {
  let audience: Audience | null = open;
  const readMedia = async () => {
    audience = null;
    return BYTES;
  };
  const get = await startServer({
    audience: () => audience,
    store: { findMedia: () => undefined, readMedia },
  });
  expect((await get(SEGMENT)).status).toBe(PASSED);
});

it('leaves requests to the framework while viewers have not taken what memory allows', async () => {
  const large = Buffer.alloc(8 * 1024 ** 2);
  const get = await startServer({
    maxUnsentBytes: large.length,
    store: { findMedia: () => large, readMedia: async () => large },
  });
  const { port } = await get(SEGMENT);
  const slow = request({ port, host: '127.0.0.1', path: SEGMENT }).end();
  const [answer] = await once(slow, 'response');
  expect((await get(SEGMENT)).status).toBe(PASSED);
  answer.resume();
  await once(answer, 'end');
  slow.destroy();
  await expect.poll(async () => (await get(SEGMENT)).status).toBe(200);
});
