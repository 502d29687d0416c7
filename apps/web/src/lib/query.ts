import { type DataTag, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';
import { isLoadFailure } from './browser/app-version.ts';

const RETRIES = 2;
const RETRY_MS = 15_000;

const isTransient = (error: unknown): boolean => error instanceof ApiProblem && error.isTransient;

/**
 * When to read again what changes by itself. Before anything was read, only after a failure that may pass: otherwise the
 * error and its button would come and go.
 * @param isUnfinished of what was read; undefined: nothing yet
 */
export function pollInterval(isUnfinished: boolean | undefined, error: unknown, ms: number): number | false {
  if (isUnfinished !== undefined) return isUnfinished && ms;
  return isTransient(error) && RETRY_MS;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always' makes queries fail without a connection, instead of showing a skeleton for ever; they are
      // refetched on reconnect.
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // Retry by itself while a part of the instance is down.
        refetchInterval: ({ state: { error } }) => (isTransient(error) ? RETRY_MS : false),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Shows what the socket has sent, and gives up a read that is under way: its response may be older, and would replace
 * what is shown until the next read.
 */
export function setPushed<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  data: Data,
): void {
  // The state before the read is restored at once, so the new data follows it.
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, data);
}

/** The start of every query key that an admin's action may change. */
export const ADMIN_KEY = ['admin'] as const;

/** The message to show for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  if (isLoadFailure(error)) return 'Check your connection, then reload the page.';
  return 'An unexpected error occurred';
}
