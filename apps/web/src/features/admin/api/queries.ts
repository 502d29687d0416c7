import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  AUDIT_ACTIONS,
  STREAM_SORTS,
  USER_SORTS,
  type UserId,
  VERIFICATION_STATUSES,
} from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { cursorOf, ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

/** Everything that an admin's act may change begins with this key. */
export const ADMIN_KEY = ['admin'] as const;

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

/** What of an address the list of people is filtered by. */
export const userFilterOf = ({ q, role, state, sort, order }: TableSearch) => ({
  q,
  role: oneOf(['streamer', 'admin'], role),
  state: oneOf(['banned', 'open'], state),
  sort: oneOf(USER_SORTS, sort),
  order: oneOf(ORDERS, order),
});

export function useUsers(search: TableSearch) {
  const query = { ...userFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: [...ADMIN_KEY, 'users', query],
    queryFn: ({ signal }) => call('GET /api/admin/users', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useUser(id: UserId) {
  return useQuery({
    queryKey: [...ADMIN_KEY, 'user', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:id', { params: { id }, signal }),
  });
}

/** What of an address the list of streams is filtered by. */
export const streamFilterOf = ({ q, state, sort, order }: TableSearch) => ({
  q,
  state: oneOf(['live', 'ended', 'hidden'], state),
  sort: oneOf(STREAM_SORTS, sort),
  order: oneOf(ORDERS, order),
});

export function useStreams(search: TableSearch) {
  const query = { ...streamFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: [...ADMIN_KEY, 'streams', query],
    queryFn: ({ signal }) => call('GET /api/admin/streams', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
}

export function useVerificationCases(search: TableSearch) {
  const query = { status: oneOf(VERIFICATION_STATUSES, search.status), cursor: cursorOf(search) };
  return useQuery({
    queryKey: [...ADMIN_KEY, 'verification', query],
    queryFn: ({ signal }) => call('GET /api/admin/verification-requests', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What of an address the audit log is filtered by. */
export const auditFilterOf = ({ actor, action, subject, since, until }: TableSearch) => ({
  actor,
  action: oneOf(AUDIT_ACTIONS, action),
  subject,
  since: since && DATE.test(since) ? since : undefined,
  until: until && DATE.test(until) ? until : undefined,
});

export function useAudit(search: TableSearch) {
  const query = { ...auditFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: [...ADMIN_KEY, 'audit', query],
    queryFn: ({ signal }) => call('GET /api/admin/audit', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useSettings() {
  return useQuery({
    queryKey: [...ADMIN_KEY, 'settings'],
    queryFn: ({ signal }) => call('GET /api/admin/settings', { signal }),
  });
}
