import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type DiscoverAccess, type DiscoverSort, LIVE_COUNTS_MAX } from '@tributary/contracts/discovery';
import type { FeaturedStream } from '@tributary/contracts/live';
import type { StreamLanguage } from '@tributary/contracts/shared';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call, type Response } from '@/lib/api/client.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { joined, type ListUpdate, newStreams, withUpdate } from '../engine/live-list.ts';

export interface LiveListQuery {
  /** The slug in `?category=`. */
  readonly category: string;
  /** Empty for no search. */
  readonly q: string;
  readonly sort: DiscoverSort;
  /** The languages that come first by relevance, separated by commas. */
  readonly prefer: string;
  readonly language?: StreamLanguage | undefined;
  readonly tag?: string | undefined;
  readonly access?: DiscoverAccess | undefined;
}

/** How often a visible list is refreshed. */
const REFRESH_MS = 15_000;

type Page = Response<'GET /api/discover'>;

const askPage = (query: LiveListQuery, cursor: string | undefined, signal: AbortSignal) =>
  call('GET /api/discover', { query: { ...query, ...(cursor !== undefined && { cursor }) }, signal });

/** Fetched once and never refetched by itself, so that the cards on the screen stay in place. */
const listOf = (query: LiveListQuery) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/discover', { query }, 'list'],
    queryFn: ({ pageParam, signal }) => askPage(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Keeps the previous results on screen while the next ones load.
    placeholderData: keepPreviousData,
  });

async function fetchUpdate(query: LiveListQuery, ids: readonly string[], signal: AbortSignal) {
  const parts = Array.from({ length: Math.ceil(ids.length / LIVE_COUNTS_MAX) }, (_, part) =>
    ids.slice(part * LIVE_COUNTS_MAX, (part + 1) * LIVE_COUNTS_MAX).join(),
  );
  const [head, ...counts] = await Promise.all([
    askPage(query, undefined, signal),
    ...parts.map((part) => call('GET /api/discover/counts', { query: { ids: part }, signal })),
  ]);
  const viewers = counts.flatMap(({ streams }) => streams);
  const update: ListUpdate<FeaturedStream> = {
    asked: new Set(ids),
    viewers: new Map(viewers.map(({ id, currentViewers }) => [id, currentViewers])),
    head: head.items,
  };
  return { update, head };
}

/** Live streams, page by page. Counts update in place, and new streams wait until the user asks for them. */
export function useLiveList(query: LiveListQuery) {
  const client = useQueryClient();
  const options = listOf(query);
  const list = useInfiniteQuery(options);
  const streams = joined(list.data?.pages.map(({ items }) => items) ?? []);
  const ids = streams.map(({ id }) => id);

  const refresh = useQuery({
    queryKey: ['GET /api/discover', { query }, 'update'],
    queryFn: ({ signal }) => fetchUpdate(query, ids, signal),
    enabled: list.isSuccess && !list.isPlaceholderData,
    refetchInterval: REFRESH_MS,
    // The list itself serves as the first update.
    initialData: null,
    staleTime: REFRESH_MS,
  });
  const { update, head } = refresh.data ?? {};

  // The featured list tells when streams start and end; the server decides what that means for this list.
  const liveIds = useRef('');
  useTopic('featured', (message) => {
    if (message.kind !== 'snapshot') return;
    const now = message.data
      .map(({ id }) => id)
      .toSorted()
      .join();
    if (liveIds.current !== '' && liveIds.current !== now) void refresh.refetch();
    liveIds.current = now;
  });

  /** Restarts the list with the new streams. */
  const showNew = useEffectEvent(() => {
    if (!head) return;
    // A pending page would restore the old list.
    void client.cancelQueries({ queryKey: options.queryKey });
    const anew: InfiniteData<Page, string | undefined> = { pages: [head], pageParams: [undefined] };
    client.setQueryData(options.queryKey, anew);
  });
  const waiting = newStreams(streams, update).length;
  // An empty list can't jump, so it shows new streams at once.
  const atOnce = list.isSuccess && streams.length === 0 && waiting > 0;
  useEffect(() => {
    if (atOnce) showNew();
  }, [atOnce]);

  return { ...list, cards: withUpdate(streams, update), waiting, showNew };
}
