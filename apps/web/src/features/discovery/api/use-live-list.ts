import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type DiscoverSort, type FeaturedStream, LIVE_COUNTS_MAX } from '@tributary/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call, type Response } from '@/lib/api.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { joined, newcomers, type Pulse, withPulse } from '../engine/live-list.ts';

export interface LiveListQuery {
  /** As `?category=` has it. */
  readonly category: string;
  /** Empty: no search. */
  readonly q: string;
  readonly sort: DiscoverSort;
}

/** How often the list is asked about while somebody looks at it. */
const PULSE_MS = 15_000;

type Page = Response<'GET /api/discover'>;

const askPage = (query: LiveListQuery, cursor: string | undefined, signal: AbortSignal) =>
  call('GET /api/discover', { query: { ...query, ...(cursor !== undefined && { cursor }) }, signal });

/** Fetched when it is opened and not again by itself: what is on the screen stays where it is. */
const listOf = (query: LiveListQuery) =>
  infiniteQueryOptions({
    queryKey: ['discover', query],
    queryFn: ({ pageParam, signal }) => askPage(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // While one types: the streams that the letters before led to.
    placeholderData: keepPreviousData,
  });

async function feel(query: LiveListQuery, ids: readonly string[], signal: AbortSignal) {
  const parts = Array.from({ length: Math.ceil(ids.length / LIVE_COUNTS_MAX) }, (_, part) =>
    ids.slice(part * LIVE_COUNTS_MAX, (part + 1) * LIVE_COUNTS_MAX).join(),
  );
  const [head, ...counts] = await Promise.all([
    askPage(query, undefined, signal),
    ...parts.map((part) => call('GET /api/discover/counts', { query: { ids: part }, signal })),
  ]);
  const viewers = counts.flatMap(({ streams }) => streams);
  const pulse: Pulse<FeaturedStream> = {
    asked: new Set(ids),
    viewers: new Map(viewers.map(({ id, currentViewers }) => [id, currentViewers])),
    head: head.items,
  };
  return { pulse, head };
}

/** Live streams, page after page; counts change in place, and newcomers wait until they are asked for. */
export function useLiveList(query: LiveListQuery) {
  const client = useQueryClient();
  const options = listOf(query);
  const list = useInfiniteQuery(options);
  const streams = joined(list.data?.pages.map(({ items }) => items) ?? []);
  const ids = streams.map(({ id }) => id);

  const felt = useQuery({
    queryKey: ['discover', 'pulse', query],
    queryFn: ({ signal }) => feel(query, ids, signal),
    enabled: list.isSuccess && !list.isPlaceholderData,
    refetchInterval: PULSE_MS,
    // The list itself is as good as a first one.
    initialData: null,
    staleTime: PULSE_MS,
  });
  const { pulse, head } = felt.data ?? {};

  // Told of each beginning and end at once; what that means for this list, the server knows.
  const onAir = useRef('');
  useTopic('featured', (message) => {
    if (message.kind !== 'snapshot') return;
    const now = message.data
      .map(({ id }) => id)
      .toSorted()
      .join();
    if (onAir.current !== '' && onAir.current !== now) void felt.refetch();
    onAir.current = now;
  });

  /** Begins the list anew, with those who wait. */
  const letIn = useEffectEvent(() => {
    if (!head) return;
    // A page on its way would bring the old list back.
    void client.cancelQueries({ queryKey: options.queryKey });
    const anew: InfiniteData<Page, string | undefined> = { pages: [head], pageParams: [undefined] };
    client.setQueryData(options.queryKey, anew);
  });
  const waiting = newcomers(streams, pulse).length;
  // Where there is nothing, nothing can jump.
  const atOnce = list.isSuccess && streams.length === 0 && waiting > 0;
  useEffect(() => {
    if (atOnce) letIn();
  }, [atOnce]);

  return { ...list, cards: withPulse(streams, pulse), waiting, letIn };
}
