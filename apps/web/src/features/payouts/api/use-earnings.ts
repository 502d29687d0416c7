/** The earnings of a creator, and those of the instance for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { call } from '@/lib/api.ts';

export const useEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'earnings', period],
    queryFn: ({ signal }) => call('GET /api/me/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export const useAllEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'all-earnings', period],
    queryFn: ({ signal }) => call('GET /api/admin/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
