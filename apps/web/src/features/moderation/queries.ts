import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { EMOTE_STATUSES } from '@tributary/contracts/chat';
import {
  REPORT_KINDS,
  REPORT_STATES,
  STREAM_SORTS,
  USER_SORTS,
  VERIFICATION_FILTERS,
  type VerificationForm,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { ApiProblem, call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ADMIN_KEY, messageOf } from '@/lib/query.ts';
import { ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

/** The filters of the user list in an address. */
export const userFilterOf = ({ q, role, state, sort, order }: TableSearch) => ({
  q,
  role: oneOf(['streamer', 'admin'], role),
  state: oneOf(['banned', 'open'], state),
  sort: oneOf(USER_SORTS, sort),
  order: oneOf(ORDERS, order),
});

export const useUsers = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'users'], search, userFilterOf, (query, signal) =>
    call('GET /api/admin/users', { query, signal }),
  );

export function useUser(id: UserId) {
  return useQuery({
    queryKey: [...ADMIN_KEY, 'user', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:id', { params: { id }, signal }),
  });
}

/** The filters of the stream list in an address. */
export const streamFilterOf = ({ q, state, sort, order }: TableSearch) => ({
  q,
  state: oneOf(['live', 'ended', 'hidden'], state),
  sort: oneOf(STREAM_SORTS, sort),
  order: oneOf(ORDERS, order),
});

export const useStreams = (search: TableSearch) =>
  useTablePage(
    [...ADMIN_KEY, 'streams'],
    search,
    streamFilterOf,
    (query, signal) => call('GET /api/admin/streams', { query, signal }),
    { refetchInterval: 15_000 },
  );

/** The filters of the reported cases in an address. */
export const reportFilterOf = ({ state, kind }: TableSearch) => ({
  state: oneOf(REPORT_STATES, state),
  kind: oneOf(REPORT_KINDS, kind),
});

export const useReports = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'reports'], search, reportFilterOf, (query, signal) =>
    call('GET /api/admin/reports', { query, signal }),
  );

export const useReport = (id: string) =>
  useQuery({
    queryKey: [...ADMIN_KEY, 'report', id],
    queryFn: ({ signal }) => call('GET /api/admin/reports/:id', { params: { id }, signal }),
  });

/** The filters of the appeals in an address. */
export const appealFilterOf = ({ state }: TableSearch) => ({ state: oneOf(REPORT_STATES, state) });

export const useAppeals = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'appeals'], search, appealFilterOf, (query, signal) =>
    call('GET /api/admin/appeals', { query, signal }),
  );

export const useModerationLog = () =>
  useQuery({
    queryKey: ['moderation-log'],
    queryFn: ({ signal }) => call('GET /api/moderation-log', { signal }),
  });

const ownBanQuery = (token: string) =>
  queryOptions({
    queryKey: ['own-ban', token],
    queryFn: ({ signal }) => call('POST /api/appeals/ban', { body: { token }, signal }),
  });

/** The ban that a token of a refused sign-in is about. */
export const useOwnBan = (token: string) => useQuery(ownBanQuery(token));

export function useSendAppeal(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => call('POST /api/appeals', { body: { token, text } }),
    onSuccess: (ban) => client.setQueryData(ownBanQuery(token).queryKey, ban),
  });
}

/** The filters of the verification requests in an address. */
export const verificationFilterOf = ({ status, order }: TableSearch) => ({
  status: oneOf(VERIFICATION_FILTERS, status),
  order: oneOf(ORDERS, order),
});

export const useVerificationRequests = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'verification'], search, verificationFilterOf, (query, signal) =>
    call('GET /api/admin/verification-requests', { query, signal }),
  );

/** The filters of the emotes in an address. */
export const emoteFilterOf = ({ status }: TableSearch) => ({ status: oneOf(EMOTE_STATUSES, status) });

export const useAdminEmotes = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'emotes'], search, emoteFilterOf, (query, signal) =>
    call('GET /api/admin/emotes', { query, signal }),
  );

/** Why an admin action failed: what is wrong with a field, or the error as a whole. */
export function failureOf(error: unknown): string | undefined {
  if (error === null) return undefined;
  return (error instanceof ApiProblem && error.problem.errors?.[0]?.detail) || messageOf(error);
}

/** Runs an admin action, then refreshes all data of the admin dashboard. */
export function useAdminAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: ({ signal }) => call('GET /api/me/verification', { signal }),
});

/** The streamer's verification. */
export function useVerification() {
  return useQuery(verificationQuery);
}

export function useRequestVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: VerificationForm) => call('POST /api/me/verification', { body }),
    onSuccess: (own) => client.setQueryData(verificationQuery.queryKey, own),
  });
}
