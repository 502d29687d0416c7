/** Reports that compare payment providers with the ledger, for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reconciliation, ReconciliationRequest } from '@tributary/contracts/payments';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ADMIN_KEY, pollInterval } from '@/lib/query.ts';
import type { TableSearch } from '@/lib/table-search.ts';

const KEY = [...ADMIN_KEY, 'reconciliations'];
const RUNNING_MS = 2_000;

/** A failed report is tried again by itself. */
const isUnfinished = ({ status }: Reconciliation): boolean => status !== 'completed';

export const useReconciliations = (search: TableSearch) =>
  useTablePage(
    [...KEY, 'list'],
    search,
    () => ({}),
    (query, signal) => call('GET /api/admin/reconciliations', { query, signal }),
    { refetchInterval: RUNNING_MS },
  );

export const useReconciliation = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => call('GET /api/admin/reconciliations/:id', { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval(data && isUnfinished(data), error, RUNNING_MS),
  });

/** @param differences their number so far, so that new ones are read */
export const useDifferences = (id: string, search: TableSearch, differences: number) =>
  useTablePage(
    [...KEY, id, 'differences', differences],
    search,
    () => ({}),
    (query, signal) =>
      call('GET /api/admin/reconciliations/:id/differences', { params: { id }, query, signal }),
  );

export function useStartReconciliation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReconciliationRequest) => call('POST /api/admin/reconciliations', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
