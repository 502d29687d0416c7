import type { FeaturedStream } from '@tributary/contracts/live';
import { streamId, userId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { withChannel } from '../api/followed-live.ts';

const ids = ['1', '2', '3'].map((digit) => `01890a5d-ac96-774b-bcce-b302099a805${digit}`);
const streams = ids.map(
  (id, index): FeaturedStream => ({
    id: streamId.parse(id),
    title: `Show ${index}`,
    category: 'Music',
    slug: 'show',
    isMature: false,
    tags: [],
    language: null,
    thumbnailUrl: null,
    currentViewers: 30 - 10 * index,
    startedAt: '2026-01-01T00:00:00.000Z',
    gate: null,
    playbackUrl: '/live/x/index.m3u8',
    streamer: { id: userId.parse(id), username: id, displayName: id, avatarUrl: null, isVerified: false },
  }),
);
const [first, second, third] = streams as [FeaturedStream, FeaturedStream, FeaturedStream];
const titles = (list: readonly FeaturedStream[]) => list.map(({ title }) => title);

it('sorts a channel by its viewers and lists it once', () => {
  const grown = { ...third, title: 'Grown', currentViewers: 25 };
  expect(titles(withChannel([first, second], third.streamer.id, third))).toEqual([
    'Show 0',
    'Show 1',
    'Show 2',
  ]);
  expect(titles(withChannel(streams, third.streamer.id, grown))).toEqual(['Show 0', 'Grown', 'Show 1']);
});

it('keeps a channel’s position among equal counts', () => {
  const equals = streams.map((stream) => ({ ...stream, currentViewers: 5 }));
  const changed = { ...first, title: 'Renamed', currentViewers: 5 };
  expect(titles(withChannel(equals, first.streamer.id, changed))).toEqual(['Renamed', 'Show 1', 'Show 2']);
});

it('removes a channel that is offline', () => {
  expect(titles(withChannel(streams, second.streamer.id, null))).toEqual(['Show 0', 'Show 2']);
  expect(withChannel([first], second.streamer.id, null)).toEqual([first]);
});
