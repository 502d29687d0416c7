import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PerformancePeriod } from '@tributary/contracts/metrics';
import { call } from '@/lib/api.ts';

const REFETCH_MS = 60_000;

/** @param page a route; all pages by default */
export function usePerformance(period: PerformancePeriod, page: string | undefined) {
  return useQuery({
    queryKey: ['performance', period, page],
    queryFn: ({ signal }) =>
      call('GET /api/admin/performance', { query: { period, ...(page && { page }) }, signal }),
    // Keeps the present data on screen while a new choice loads.
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
}
