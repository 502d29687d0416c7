/** What a streamer was given and offers. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { PAGED } from './pages.ts';

export const useEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'earnings', period],
    queryFn: ({ signal }) => call('GET /api/me/earnings', { query: { period }, signal }),
    placeholderData: (before) => before,
  });

export const useDonations = () =>
  useInfiniteQuery({
    queryKey: ['money', 'donations'],
    queryFn: ({ pageParam: cursor, signal }) => call('GET /api/me/donations', { query: { cursor }, signal }),
    ...PAGED,
  });

export const usePayouts = () =>
  useInfiniteQuery({
    queryKey: ['money', 'payouts'],
    queryFn: ({ pageParam: cursor, signal }) => call('GET /api/me/payouts', { query: { cursor }, signal }),
    ...PAGED,
  });

export const useOwnTiers = () =>
  useQuery({
    queryKey: ['money', 'tiers'],
    queryFn: ({ signal }) => call('GET /api/me/tiers', { signal }),
  });

export const useSubscribers = (id: string) =>
  useInfiniteQuery({
    queryKey: ['money', 'subscribers', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/me/tiers/:id/subscribers', { params: { id }, query: { cursor }, signal }),
    ...PAGED,
  });

export const useOwnEvents = () =>
  useInfiniteQuery({
    queryKey: ['money', 'events'],
    queryFn: ({ pageParam: cursor, signal }) => call('GET /api/me/events', { query: { cursor }, signal }),
    ...PAGED,
  });
