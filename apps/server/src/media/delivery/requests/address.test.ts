import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';

describe('parseAddress', () => {
  const place = { streamId: 's', epoch: 'e', rendition: 'video' };

  it('parses every kind of resource', () => {
    expect(parseAddress('/live/s/index.m3u8')).toEqual({ kind: 'multivariant', streamId: 's' });
    expect(parseAddress('/live/s/index.m3u8?x=1/2')).toEqual({ kind: 'multivariant', streamId: 's' });
    expect(parseAddress('/live/s/e/video.m3u8')).toEqual({ kind: 'playlist', ...place, query: '' });
    expect(parseAddress('/live/s/e/video.m3u8?_HLS_msn=1&a=/')).toEqual({
      kind: 'playlist',
      ...place,
      query: '_HLS_msn=1&a=/',
    });
    expect(parseAddress('/live/s/e/video/init-3.mp4')).toEqual({
      kind: 'init',
      ...place,
      number: 3,
      part: 0,
    });
    expect(parseAddress('/live/s/e/video/12.m4s')).toEqual({
      kind: 'segment',
      ...place,
      number: 12,
      part: 0,
    });
    expect(parseAddress('/live/s/e/video/12.4.m4s')).toEqual({ kind: 'part', ...place, number: 12, part: 4 });
  });

  it.each([
    '/live/',
    '/live/s',
    '/live/s/',
    '/live/s/other.m3u8',
    '/live/s?/index.m3u8',
    '/live/s/e/video',
    '/live/s/e?/video.m3u8',
    '/live/s/e/video/',
    '/live/s/e/video/.m4s',
    '/live/s/e/video/..m4s',
    '/live/s/e/video/1..m4s',
    '/live/s/e/video/.1.m4s',
    '/live/s/e/video/01.m4s',
    '/live/s/e/video/1.00.m4s',
    '/live/s/e/video/-1.m4s',
    '/live/s/e/video/1e3.m4s',
    '/live/s/e/video/1.2.3.m4s',
    '/live/s/e/video/9999999999999999.m4s',
    '/live/s/e/video/init-.mp4',
    '/live/s/e/video/init-01.mp4',
    '/live/s/e/video/x/1.m4s',
  ])('rejects %s', (target) => {
    expect(parseAddress(target)).toBeUndefined();
  });

  it('parses each generated URL back to its parts', () => {
    const word = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    fc.assert(
      fc.property(word, word, word, fc.nat(), fc.nat(), (streamId, epoch, rendition, number, part) => {
        expect(parseAddress(`/live/${streamId}/${epoch}/${rendition}/${number}.${part}.m4s`)).toEqual({
          kind: 'part',
          streamId,
          epoch,
          rendition,
          number,
          part,
        });
      }),
    );
  });
});
