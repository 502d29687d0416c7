import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';

/** Recordings of a category, or those that match a search, newest first. */
export const useVideos = (query: { category: string; q: string }) =>
  useInfiniteQuery(
    pagedQuery(['videos', query], (page, signal) =>
      call('GET /api/discover/videos', { query: { ...query, ...page }, signal }),
    ),
  );

/** The recordings of a channel, newest first. */
export const useVideosOf = (username: string) =>
  useInfiniteQuery(
    pagedQuery(['videos', 'of', username], (query, signal) =>
      call('GET /api/streamers/:username/videos', { params: { username }, query, signal }),
    ),
  );
