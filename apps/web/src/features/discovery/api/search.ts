import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '@/lib/api.ts';

/** The channels that words lead to, best first; of no words none. */
export const usePeople = (q: string) =>
  useInfiniteQuery({
    queryKey: ['discover', 'people', q],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/discover/people', { query: { q, ...(cursor !== undefined && { cursor }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled: q !== '',
    // Until the next letters have been looked up, what the ones before led to.
    placeholderData: keepPreviousData,
  });

const PAUSE_MS = 200;
/** Fewer letters lead everywhere. */
const LETTERS = 2;

/** The live streams and channels that words lead to, a moment after the last letter; undefined until they are known. */
export function useFinds(words: string) {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useQuery({
    queryKey: ['discover', 'finds', settled],
    queryFn: async ({ signal }) => {
      const query = { q: settled };
      const [streams, people] = await Promise.all([
        call('GET /api/discover', { query, signal }),
        call('GET /api/discover/people', { query, signal }),
      ]);
      return { streams: streams.items, people: people.items };
    },
    enabled: settled.length >= LETTERS,
    placeholderData: keepPreviousData,
  });
  return words.trim().length >= LETTERS ? data : undefined;
}
