/** What somebody gave and subscribes to. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { PAGED } from './pages.ts';

export const useDonationsGiven = () =>
  useInfiniteQuery({
    queryKey: ['money', 'given'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/me/donations-given', { query: { cursor }, signal }),
    ...PAGED,
  });

export const useSubscriptions = () =>
  useInfiniteQuery({
    queryKey: ['money', 'subscriptions'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/me/subscriptions', { query: { cursor }, signal }),
    ...PAGED,
  });
