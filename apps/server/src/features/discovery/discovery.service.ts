/** Who is live, by category and by words; which channels there are; what they have shown before. */
import {
  CATEGORIES,
  CATEGORY_MENU,
  type Category,
  categorySlug,
  DISCOVER_PAGE_SIZE,
  type DiscoverSort,
  discoverSort,
  type FeaturedStream,
  type FoundChannel,
  type LiveCategory,
  PAST_STREAMS_PAGE_SIZE,
  type PastStream,
  PEOPLE_PAGE_SIZE,
  type StreamId,
  streamId,
  userId,
} from '@tributary/contracts';
import { z } from 'zod';
import { cardOf } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { moment, placeByMoment } from '#platform/db/keyset.ts';
import * as channels from './channels.repo.ts';
import { discoveryErrors } from './discovery.errors.ts';
import * as repo from './discovery.repo.ts';
import { EXACT } from './matching.ts';
import * as past from './past.repo.ts';

interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

interface Paged {
  readonly cursor?: string | undefined;
}

interface DiscoverQuery extends Paged {
  /** A slug of the menu. */
  readonly category: string;
  /** Empty: no search. */
  readonly q: string;
  readonly sort: DiscoverSort;
}

export interface Discovery {
  /** @throws AppError `cursor_invalid` */
  streams(query: DiscoverQuery): Promise<Page<FeaturedStream>>;
  /** @throws AppError `cursor_invalid` */
  people(query: Paged & { readonly q: string }): Promise<Page<FoundChannel>>;
  /** Without what is over or hidden. */
  counts(ids: readonly StreamId[]): Promise<{ id: StreamId; currentViewers: number }[]>;
  /** The whole menu, in its order. */
  categories(): Promise<LiveCategory[]>;
  /** @throws AppError `channel_not_found`, `cursor_invalid` */
  pastOf(username: string, query: Paged): Promise<Page<PastStream>>;
}

/** Figures that the database compares with its own integers: one beyond them is in no place. */
const streamPlace = z.union([
  z.tuple([discoverSort.exclude(['newest']), z.int32(), z.int32(), streamId]),
  z.tuple([z.literal('newest'), z.int32(), moment, streamId]),
]);
const channelPlace = z.tuple([z.int32(), z.int32(), userId]);

/** Fewer letters are like too many words. */
const LETTERS_TO_GUESS_FROM = 4;

/**
 * How many more there is room for where words, taken as they are written, lead no further. Whoever found more
 * than a page of them has misspelt none, and neither has who gave a whole name.
 */
function roomToGuess(
  { q, cursor }: Paged & { readonly q: string },
  { items, next }: Page<unknown>,
  { size, isWholeName = false }: { readonly size: number; readonly isWholeName?: boolean },
): number {
  const mayBeMisspelt = q.length >= LETTERS_TO_GUESS_FROM && cursor === undefined && !isWholeName;
  return mayBeMisspelt && next === null ? size - items.length : 0;
}

/** Null for the two filters of the menu, which let every category through. */
const categoryOf = (slug: string): Category | null =>
  CATEGORIES.find((category) => categorySlug(category) === slug) ?? null;

export function createDiscovery(db: Database): Discovery {
  async function streamsAlike(words: string, category: Category | null, limit: number) {
    if (limit === 0) return [];
    return db.read((reader) => repo.findStreamsAlike(reader, words, { category, limit }));
  }

  async function channelsAlike(words: string, limit: number) {
    return limit === 0 ? [] : db.read((reader) => channels.findChannelsAlike(reader, words, limit));
  }

  async function withLive(found: readonly channels.Channel[]): Promise<FoundChannel[]> {
    const ids = found.map(({ streamer }) => streamer.id);
    const running = await db.read((reader) => repo.findListedOf(reader, ids));
    const cards = new Map(running.map((stream) => [stream.streamer.id, cardOf(stream)]));
    return found.map((channel) => ({ ...channel, live: cards.get(channel.streamer.id) ?? null }));
  }

  return {
    async streams({ category: slug, q, sort: asked, cursor }) {
      const category = categoryOf(slug);
      const words = q === '' ? null : q;
      // Only a search knows what is relevant.
      const sort = words === null && asked === 'relevance' ? 'viewers' : asked;
      const place = cursor === undefined ? null : decodeCursor(streamPlace, cursor);
      if (place !== null && place[0] !== sort) throw discoveryErrors.order_changed();
      const after = place && { rank: place[1], figure: place[2], id: place[3] };
      const limit = DISCOVER_PAGE_SIZE + 1;
      const rows = await db.read((reader) =>
        repo.findStreams(reader, { category, words }, { sort, after, limit }),
      );
      const page = pageOfRows(rows, DISCOVER_PAGE_SIZE, ({ place: { rank, figure, id } }) => [
        sort,
        rank,
        figure,
        id,
      ]);
      const room = roomToGuess({ q, cursor }, page, { size: DISCOVER_PAGE_SIZE });
      const guessed = await streamsAlike(q, category, room);
      const streams = [...page.items.map(({ stream }) => stream), ...guessed];
      return { items: streams.map((stream) => cardOf(stream)), next: page.next };
    },
    async people({ q, cursor }) {
      const place = cursor === undefined ? null : decodeCursor(channelPlace, cursor);
      const after = place && { rank: place[0], followers: place[1], id: place[2] };
      const limit = PEOPLE_PAGE_SIZE + 1;
      const rows = await db.read((reader) => channels.findChannels(reader, q, { after, limit }));
      const page = pageOfRows(rows, PEOPLE_PAGE_SIZE, ({ place: { rank, followers, id } }) => [
        rank,
        followers,
        id,
      ]);
      const isWholeName = rows[0]?.place.rank === EXACT;
      const room = roomToGuess({ q, cursor }, page, { size: PEOPLE_PAGE_SIZE, isWholeName });
      const guessed = await channelsAlike(q, room);
      const found = [...page.items.map(({ channel }) => channel), ...guessed];
      return { items: await withLive(found), next: page.next };
    },
    async counts(ids) {
      const found = await db.read((reader) => repo.findListed(reader, ids));
      return found.map(({ id, currentViewers }) => ({ id, currentViewers }));
    },
    async categories() {
      const counted = await db.read(repo.countByCategory);
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
    async pastOf(username, { cursor }) {
      const place = cursor === undefined ? null : decodeCursor(placeByMoment, cursor);
      const limit = PAST_STREAMS_PAGE_SIZE + 1;
      const rows = await db.read(async (reader) => {
        const id = await past.findChannelId(reader, username);
        if (id === null) throw discoveryErrors.channel_not_found();
        return past.findPast(reader, id, { after: place, limit });
      });
      return pageOfRows(rows, PAST_STREAMS_PAGE_SIZE, ({ startedAt, id }) => [startedAt, id]);
    },
  };
}
