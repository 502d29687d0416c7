import { EMOTE_STATUSES } from '@tributary/contracts/chat';
import {
  REPORT_KINDS,
  REPORT_STATES,
  STREAM_SORTS,
  USER_SORTS,
  VERIFICATION_FILTERS,
} from '@tributary/contracts/moderation';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

/** The filters of the user list in an address. */
export const userFilterOf = ({ q, role, state, sort, order }: TableSearch) => ({
  q,
  role: oneOf(['streamer', 'admin'], role),
  state: oneOf(['banned', 'open'], state),
  sort: oneOf(USER_SORTS, sort),
  order: oneOf(ORDERS, order),
});

/** The filters of the stream list in an address. */
export const streamFilterOf = ({ q, state, sort, order }: TableSearch) => ({
  q,
  state: oneOf(['live', 'ended', 'hidden'], state),
  sort: oneOf(STREAM_SORTS, sort),
  order: oneOf(ORDERS, order),
});

/** The filters of the reported cases in an address. */
export const reportFilterOf = ({ state, kind }: TableSearch) => ({
  state: oneOf(REPORT_STATES, state),
  kind: oneOf(REPORT_KINDS, kind),
});

/** The filters of the appeals in an address. */
export const appealFilterOf = ({ state }: TableSearch) => ({ state: oneOf(REPORT_STATES, state) });

/** The filters of the verification requests in an address. */
export const verificationFilterOf = ({ status, order }: TableSearch) => ({
  status: oneOf(VERIFICATION_FILTERS, status),
  order: oneOf(ORDERS, order),
});

/** The filters of the emotes in an address. */
export const emoteFilterOf = ({ status }: TableSearch) => ({ status: oneOf(EMOTE_STATUSES, status) });

/** The reason why an admin action failed: the error of a field, or the error as a whole. */
export function failureOf(error: unknown): string | undefined {
  if (error === null) return undefined;
  return (error instanceof ApiProblem && error.problem.errors?.[0]?.detail) || messageOf(error);
}

/** Runs an admin action, then refreshes all data of the admin dashboard. */
export function useAdminAction() {
  const invalidate = useInvalidate();
  return useApiMutation((act: () => Promise<unknown>) => act(), {
    onSettled: () => invalidate('GET /api/admin/*'),
  });
}
