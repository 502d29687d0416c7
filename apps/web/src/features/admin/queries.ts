import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AUDIT_ACTIONS, type InstanceSettings } from '@tributary/contracts/instance';
import { call } from '@/lib/api.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ADMIN_KEY } from '@/lib/query.ts';
import { oneOf, type TableSearch } from '@/lib/table-search.ts';

export const overviewQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'overview'],
  queryFn: ({ signal }) => call('GET /api/admin/overview', { signal }),
  refetchInterval: 30_000,
});

export const queuesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'queues'],
  queryFn: ({ signal }) => call('GET /api/admin/queues', { signal }),
  refetchInterval: 60_000,
});

export const outboxQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'outbox'],
  queryFn: ({ signal }) => call('GET /api/admin/outbox', { signal }),
  staleTime: 0,
});

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The filters of the audit log in an address. */
export const auditFilterOf = ({ actor, action, subject, since, until }: TableSearch) => ({
  actor,
  action: oneOf(AUDIT_ACTIONS, action),
  subject,
  since: since && DATE.test(since) ? since : undefined,
  until: until && DATE.test(until) ? until : undefined,
});

export const useAudit = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'audit'], search, auditFilterOf, (query, signal) =>
    call('GET /api/admin/audit', { query, signal }),
  );

export function useSettings() {
  return useQuery({
    queryKey: [...ADMIN_KEY, 'settings'],
    queryFn: ({ signal }) => call('GET /api/admin/settings', { signal }),
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<InstanceSettings>) => call('PATCH /api/admin/settings', { body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ADMIN_KEY }),
        client.invalidateQueries({ queryKey: instanceQuery.queryKey }),
      ]),
  });
}
