import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';

/** The channels that match a search, best first; none for an empty one. */
export const useChannelSearch = (q: string) =>
  useInfiniteQuery({
    ...pagedQuery(['discover', 'people', q], (query, signal) =>
      call('GET /api/discover/people', { query: { q, ...query }, signal }),
    ),
    enabled: q !== '',
    // Keeps the previous results on screen while the next ones load.
    placeholderData: keepPreviousData,
  });

const PAUSE_MS = 200;
/** Fewer letters match too much. */
const MIN_LETTERS = 2;

/**
 * The live streams and channels that match a search, shortly after the last keystroke; undefined until
 * loaded.
 */
export function useSearchResults(words: string) {
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
    enabled: settled.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
  return words.trim().length >= MIN_LETTERS ? data : undefined;
}
