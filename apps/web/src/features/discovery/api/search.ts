import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApiPages } from '@/lib/api/use-api.ts';

/** The channels that match a search, best first; none for an empty one. */
export const useChannelSearch = (q: string) =>
  useApiPages(
    'GET /api/discover/people',
    { query: { q } },
    // Keeps the previous results on screen while the next ones load.
    { enabled: q !== '', placeholderData: keepPreviousData },
  );

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
  const input = { query: { q: settled } };
  const streamsFound = apiQuery('GET /api/discover', input);
  const peopleFound = apiQuery('GET /api/discover/people', input);
  const { data } = useQuery({
    queryKey: [streamsFound.queryKey, peopleFound.queryKey],
    queryFn: async (context) => {
      const [streams, people] = await Promise.all([
        streamsFound.queryFn(context),
        peopleFound.queryFn(context),
      ]);
      return { streams: streams.items, people: people.items };
    },
    enabled: settled.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
  return words.trim().length >= MIN_LETTERS ? data : undefined;
}
