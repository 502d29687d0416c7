import type { HlsConfig, Loader, LoaderCallbacks, LoaderContext, LoaderStats } from 'hls.js';
import { expect, it } from 'vitest';
import { addressLoader } from './address-loader.ts';
import { beginningFirst, beginningOf, isBeginning } from './beginning-first.ts';

const HEAD = ['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-TARGETDURATION:2'];
const segment = (index: number) => `#EXTINF:2.00000,\nrun/video/${index}.m4s`;

/** Of segments of two seconds each. */
function playlist(count: number, type = 'VOD'): string {
  const segments = Array.from({ length: count }, (_, index) => segment(index));
  const end = type === 'VOD' ? ['#EXT-X-ENDLIST'] : [];
  return [...HEAD, `#EXT-X-PLAYLIST-TYPE:${type}`, '#EXT-X-MAP:URI="init.mp4"', ...segments, ...end, ''].join(
    '\n',
  );
}

it('takes a minute from the start on, as a playlist that grows', () => {
  const beginning = beginningOf(playlist(7_200), 0) ?? expect.fail('It is whole');
  expect(beginning.split('\n')).toEqual([
    ...HEAD,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES',
    '# The rest follows after the first frame',
    '#EXT-X-MAP:URI="init.mp4"',
    ...Array.from({ length: 30 }, (_, index) => segment(index).split('\n')).flat(),
    '',
  ]);
  expect(beginningOf(playlist(7_200), 100)?.match(/#EXTINF/g)).toHaveLength(80);
  expect([isBeginning(beginning), isBeginning(playlist(7_200))]).toEqual([true, false]);
});

it('keeps the tags of segments together', () => {
  const gap = '#EXT-X-GAP\n#EXTINF:58.00000,\n#EXT-X-BITRATE:800\nrun/video/gap.m4s';
  const text = playlist(200).replace(segment(0), `${gap}\n${segment(0)}`);
  const beginning = beginningOf(text, 0) ?? expect.fail('It is whole');
  expect(beginning.endsWith(`${gap}\n${segment(0)}\n`)).toBe(true);
});

it('leaves short playlists, those that grow and multivariant ones whole', () => {
  expect(beginningOf(playlist(50), 0)).toBeNull();
  expect(beginningOf(playlist(200), 300)).toBeNull();
  expect(beginningOf(playlist(7_200), 14_400)).toBeNull();
  expect(beginningOf(playlist(7_200, 'EVENT'), 0)).toBeNull();
  expect(beginningOf('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo.m3u8\n', 0)).toBeNull();
});

const URL = 'http://host/recordings/1/video.m3u8';
const WHOLE = playlist(7_200);
const none = { start: 0, end: 0 };
const stats: LoaderStats = {
  aborted: false,
  loaded: 0,
  retry: 0,
  total: 0,
  chunkCount: 0,
  bwEstimate: 0,
  loading: { ...none, first: 0 },
  parsing: none,
  buffering: { ...none, first: 0 },
};

/** Loaders whose server answers every request with the whole playlist. */
function createLoaders() {
  const requested: string[] = [];
  class ServerLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    readonly stats = stats;
    load(context: LoaderContext, _config: unknown, { onSuccess }: LoaderCallbacks<LoaderContext>): void {
      requested.push(context.url);
      onSuccess({ url: context.url, data: WHOLE }, stats, context, null);
    }
    abort(): void {}
    destroy(): void {}
  }
  const firstFrame = Promise.withResolvers<void>();
  // As the recording's source has it.
  const Base = addressLoader(ServerLoader);
  const BeginningFirst = beginningFirst(Base, { seconds: 0, firstFrame: firstFrame.promise });
  const received: unknown[] = [];
  function load(url: string): Loader<LoaderContext> {
    const loader = new BeginningFirst({} as HlsConfig);
    const context = { url, responseType: 'text' } as LoaderContext;
    loader.load(context, {} as Parameters<typeof loader.load>[1], {
      onSuccess: ({ data }) => received.push(data),
      onError: () => expect.fail(),
      onTimeout: () => expect.fail(),
    });
    return loader;
  }
  return { requested, received, firstFrame, load };
}

it('gives the rest after the first frame, without another request', async () => {
  const { requested, received, firstFrame, load } = createLoaders();
  load(URL);
  expect(received).toEqual([beginningOf(WHOLE, 0)]);
  const { context } = load(`${URL}?_HLS_msn=30`);
  // By its context, hls.js knows that it already waits.
  expect(context?.url).toBe(`${URL}?_HLS_msn=30`);
  expect(received).toHaveLength(1);
  firstFrame.resolve();
  await firstFrame.promise;
  expect(received.slice(1)).toEqual([WHOLE]);
  expect(requested).toEqual([URL]);
});

it('gives the rest to another loader where the first one was aborted', async () => {
  const { received, firstFrame, load } = createLoaders();
  load(URL);
  load(`${URL}?_HLS_msn=30`).abort();
  firstFrame.resolve();
  await firstFrame.promise;
  expect(received).toHaveLength(1);
  load(URL);
  await firstFrame.promise;
  expect(received.slice(1)).toEqual([WHOLE]);
});

it('gives the whole playlist of a rendition that is loaded once playback has begun', async () => {
  const { received, firstFrame, load } = createLoaders();
  firstFrame.resolve();
  await firstFrame.promise;
  load(URL.replace('video', '480p'));
  expect(received).toEqual([WHOLE]);
});
