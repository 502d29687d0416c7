import { type DataTag, MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';
import { isLoadFailure } from './browser/app-version.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** The title of the message that says that the change failed; without one, the caller shows it. */
    mutationMeta: { failure?: string };
  }
}

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

/** @param onFailure receives each failed change that has a title for it */
export function createQueryClient(onFailure: (title: string, error: unknown) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _result, { meta }) {
        if (meta?.failure !== undefined) onFailure(meta.failure, error);
      },
    }),
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

/** The message to show for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  if (isLoadFailure(error)) return 'Check your connection, then reload the page.';
  return 'An unexpected error occurred';
}
