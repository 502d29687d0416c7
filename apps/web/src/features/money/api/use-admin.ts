/** All of the instance's money, for its admins. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DonationStatus, EarningsPeriod, PayoutStatus } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { PAGED } from './pages.ts';

export const useAllEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'all-earnings', period],
    queryFn: ({ signal }) => call('GET /api/admin/earnings', { query: { period }, signal }),
    placeholderData: (before) => before,
  });

export const useAllDonations = (status: DonationStatus | undefined) =>
  useInfiniteQuery({
    queryKey: ['money', 'all-donations', status],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/admin/donations', { query: { cursor, status }, signal }),
    ...PAGED,
  });

export const useAllPayouts = (status: PayoutStatus | undefined) =>
  useInfiniteQuery({
    queryKey: ['money', 'all-payouts', status],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/admin/payouts', { query: { cursor, status }, signal }),
    ...PAGED,
  });

export const useAllEvents = () =>
  useInfiniteQuery({
    queryKey: ['money', 'all-events'],
    queryFn: ({ pageParam: cursor, signal }) => call('GET /api/admin/events', { query: { cursor }, signal }),
    ...PAGED,
  });
