import {
  CHANNELS_PAGE_SIZE,
  type ChannelSearchResult,
  DISCOVER_PAGE_SIZE,
  type DiscoverSort,
  discoverSort,
  type LiveCategory,
  type OfflineChannel,
  PAST_STREAMS_PAGE_SIZE,
  type PastStream,
  SIMILAR_VIDEOS,
  VIDEOS_PAGE_SIZE,
  type Video,
  type VideoLength,
} from '@tributary/contracts/discovery';
import type { FeaturedStream } from '@tributary/contracts/live';
import {
  CATEGORY_MENU,
  categorySlug,
  type StreamId,
  type StreamLanguage,
  streamId,
  type UserId,
  userId,
} from '@tributary/contracts/shared';
import { z } from 'zod';
import { cardOf } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Reader } from '#platform/db/database.ts';
import { isoTimestamp, timestampKey } from '#platform/db/keyset.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { categoryOf } from './category-follows.service.ts';
import * as channels from './channels.repo.ts';
import { discoveryErrors } from './discovery.errors.ts';
import type { StreamFilter } from './filters.repo.ts';
import { EXACT } from './matching.repo.ts';
import { findOfflineChannels } from './offline-channels.repo.ts';
import * as streams from './streams.repo.ts';
import { findSimilarVideos, findVideos, type VideoFilter } from './videos.repo.ts';

interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

interface Paged {
  readonly cursor?: string | undefined;
}

interface SearchQuery extends Paged, StreamFilter {
  /** A slug of the category menu. */
  readonly category: string;
  /** The search text; empty: no search. */
  readonly q: string;
}

interface DiscoverQuery extends SearchQuery {
  readonly sort: DiscoverSort;
  /** The languages that come first by relevance. */
  readonly prefer?: readonly StreamLanguage[];
}

export interface Discovery {
  /** @throws AppError `cursor_invalid` */
  streams(query: DiscoverQuery): Promise<Page<FeaturedStream>>;
  /** @throws AppError `cursor_invalid` */
  people(query: Paged & { readonly q: string }): Promise<Page<ChannelSearchResult>>;
  /** The current viewers of those of the streams that are live and listed. */
  counts(ids: readonly StreamId[]): Promise<{ id: StreamId; currentViewers: number }[]>;
  /** The live streams of each category, in the order of the menu. */
  categories(): Promise<LiveCategory[]>;
  /** @throws AppError `channel_not_found`, `cursor_invalid` */
  pastOf(
    username: string,
    query: Paged & { readonly recorded?: 'false' | undefined },
  ): Promise<Page<PastStream>>;
  /** @throws AppError `cursor_invalid` */
  videos(query: SearchQuery & { readonly length?: VideoLength | undefined }): Promise<Page<Video>>;
  /** Channels that were live lately, and are offline. */
  offline(query: StreamFilter & { readonly category: string }): Promise<OfflineChannel[]>;
  /** @throws AppError `channel_not_found`, `cursor_invalid` */
  videosOf(username: string, query: Paged): Promise<Page<Video>>;
  /** Recordings of other channels that resemble a stream; none for a stream that does not exist. */
  similarVideos(id: StreamId): Promise<Video[]>;
  /** The newest recordings of the channels that an account follows. */
  followedVideos(followerId: UserId): Promise<Video[]>;
}

/** The numbers of a cursor are compared with integer columns, so larger ones are invalid. */
const streamKey = z.union([
  z.tuple([discoverSort.exclude(['newest']), z.int32(), z.int32(), streamId]),
  z.tuple([z.literal('newest'), z.int32(), isoTimestamp, streamId]),
]);
const channelKey = z.tuple([z.int32(), z.int32(), userId]);

/** Shorter words are similar to too many other words. */
const MIN_LETTERS_FOR_SIMILAR = 4;

/**
 * The number of similar results that fit on the first page after the exact ones. It is 0 if the exact ones fill the
 * page, or the query is the exact name of a channel and thus not misspelled.
 */
function roomForSimilar(
  { q, cursor }: Paged & { readonly q: string },
  { items, next }: Page<unknown>,
  { size, isWholeName = false }: { readonly size: number; readonly isWholeName?: boolean },
): number {
  const mayBeMisspelled = q.length >= MIN_LETTERS_FOR_SIMILAR && cursor === undefined && !isWholeName;
  return mayBeMisspelled && next === null ? size - items.length : 0;
}

export function createDiscoveryService(db: ReadDatabase): Discovery {
  async function findSimilarStreams(words: string, filter: Omit<streams.Filter, 'words'>, limit: number) {
    if (limit === 0) return [];
    return db.read((reader) => streams.findSimilarStreams(reader, words, { ...filter, limit }));
  }

  async function findSimilarChannels(words: string, limit: number) {
    return limit === 0 ? [] : db.read((reader) => channels.findSimilarChannels(reader, words, limit));
  }

  /** @throws AppError `channel_not_found` */
  async function channelId(reader: Reader, username: string): Promise<UserId> {
    const id = await channels.findChannelId(reader, username);
    if (id === null) throw discoveryErrors.channel_not_found();
    return id;
  }

  async function pageOfVideos(filter: VideoFilter, cursor?: string): Promise<Page<Video>> {
    const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
    const limit = VIDEOS_PAGE_SIZE + 1;
    const rows = await db.read((reader) => findVideos(reader, filter, { after, limit }));
    return pageOfRows(rows, VIDEOS_PAGE_SIZE, ({ startedAt, id }) => [startedAt, id]);
  }

  async function withLive(found: readonly channels.Channel[]): Promise<ChannelSearchResult[]> {
    const ids = found.map(({ streamer }) => streamer.id);
    const live = await db.read((reader) => streams.findListedOf(reader, ids));
    const cards = new Map(live.map((stream) => [stream.streamer.id, cardOf(stream)]));
    return found.map((channel) => ({ ...channel, live: cards.get(channel.streamer.id) ?? null }));
  }

  return {
    async streams({ category: slug, q, sort: asked, cursor, prefer = [], language, tag, access }) {
      const filter = { category: categoryOf(slug), language, tag, access };
      const words = q === '' ? null : q;
      // Without search words, relevance is that of languages.
      const isByLanguage = words === null && asked === 'relevance' && prefer.length > 0;
      const sort = words === null && asked === 'relevance' && !isByLanguage ? 'viewers' : asked;
      const key = cursor === undefined ? null : decodeCursor(streamKey, cursor);
      if (key !== null && key[0] !== sort) throw discoveryErrors.order_changed();
      const after = key && { rank: key[1], value: key[2], id: key[3] };
      const limit = DISCOVER_PAGE_SIZE + 1;
      const rows = await db.read((reader) =>
        isByLanguage
          ? streams.findInLanguagesFirst(reader, filter, prefer, { after, limit })
          : streams.findStreams(reader, { ...filter, words }, { sort, after, limit }),
      );
      const page = pageOfRows(rows, DISCOVER_PAGE_SIZE, ({ key: { rank, value, id } }) => [
        sort,
        rank,
        value,
        id,
      ]);
      const room = roomForSimilar({ q, cursor }, page, { size: DISCOVER_PAGE_SIZE });
      const similar = await findSimilarStreams(q, filter, room);
      const found = [...page.items.map(({ stream }) => stream), ...similar];
      return { items: found.map((stream) => cardOf(stream)), next: page.next };
    },
    async people({ q, cursor }) {
      const key = cursor === undefined ? null : decodeCursor(channelKey, cursor);
      const after = key && { rank: key[0], followers: key[1], id: key[2] };
      const limit = CHANNELS_PAGE_SIZE + 1;
      const rows = await db.read((reader) => channels.findChannels(reader, q, { after, limit }));
      const page = pageOfRows(rows, CHANNELS_PAGE_SIZE, ({ key: { rank, followers, id } }) => [
        rank,
        followers,
        id,
      ]);
      const isWholeName = rows[0]?.key.rank === EXACT;
      const room = roomForSimilar({ q, cursor }, page, { size: CHANNELS_PAGE_SIZE, isWholeName });
      const similar = await findSimilarChannels(q, room);
      const found = [...page.items.map(({ channel }) => channel), ...similar];
      return { items: await withLive(found), next: page.next };
    },
    async counts(ids) {
      const found = await db.read((reader) => streams.findListed(reader, ids));
      return found.map(({ id, currentViewers }) => ({ id, currentViewers }));
    },
    async categories() {
      const counted = await db.read(streams.countByCategory);
      const sum = (of: 'streams' | 'viewers') => counted.reduce((total, row) => total + row[of], 0);
      const all = { streams: sum('streams'), viewers: sum('viewers') };
      const none = { streams: 0, viewers: 0 };
      return CATEGORY_MENU.map((name) => {
        const slug = categorySlug(name);
        const own = counted.find(({ category }) => category === name) ?? none;
        const { streams, viewers } = categoryOf(slug) === null ? all : own;
        return { name, slug, streams, viewers };
      });
    },
    async pastOf(username, { cursor, recorded }) {
      const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
      const limit = PAST_STREAMS_PAGE_SIZE + 1;
      const rows = await db.read(async (reader) => {
        const id = await channelId(reader, username);
        return streams.findPastStreams(reader, id, { after, limit, unrecorded: recorded === 'false' });
      });
      return pageOfRows(rows, PAST_STREAMS_PAGE_SIZE, ({ startedAt, id }) => [startedAt, id]);
    },
    videos: ({ category, q, cursor, ...filter }) =>
      pageOfVideos({ ...filter, category: categoryOf(category), words: q === '' ? null : q }, cursor),
    offline: ({ category, ...filter }) =>
      db.read((reader) => findOfflineChannels(reader, { ...filter, category: categoryOf(category) })),
    similarVideos: (id) => db.read((reader) => findSimilarVideos(reader, id, SIMILAR_VIDEOS)),
    followedVideos: (followerId) =>
      db.read((reader) => findVideos(reader, { followerId }, { after: null, limit: VIDEOS_PAGE_SIZE })),
    async videosOf(username, { cursor }) {
      const streamerId = await db.read((reader) => channelId(reader, username));
      return pageOfVideos({ streamerId }, cursor);
    },
  };
}
