import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

const historyQuery = pagedQuery(['history'], (query, signal) =>
  call('GET /api/me/history', { query, signal }),
);

export const useHistory = () => useInfiniteQuery({ ...historyQuery, staleTime: 0 });

/** The figures of the viewer dashboard. */
export const useOverview = () =>
  useQuery({
    queryKey: ['viewer-overview'],
    queryFn: ({ signal }) => call('GET /api/me/viewer-overview', { signal }),
    staleTime: 0,
  });

export function useRemoveFromHistory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: StreamId) => call('DELETE /api/me/history/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: historyQuery.queryKey }),
    onError: (error) => toast.failure('Couldn’t remove it from your history', error),
  });
}

export function useClearHistory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/me/history'),
    onSuccess: () => client.invalidateQueries({ queryKey: historyQuery.queryKey }),
  });
}
