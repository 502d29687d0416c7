import { type DataTag, MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { t } from '@/lib/messages/t.ts';
import { isLoadFailure } from '../browser/app-version.ts';
import { ApiProblem } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** The title of the toast after a failure; without one, the caller shows the error. */
    mutationMeta: { failure?: string };
  }
}

const RETRIES = 2;
const RETRY_MS = 15_000;

const isTransient = (error: unknown): boolean => error instanceof ApiProblem && error.isTransient;

/**
 * The interval until data that changes by itself is read again. Without data, only a failure that may pass is retried:
 * otherwise the error and its button would come and go.
 * @param isUnfinished whether the data may still change; undefined: there is none yet
 * @returns milliseconds, or false to stop
 */
export function pollInterval(isUnfinished: boolean | undefined, error: unknown, ms: number): number | false {
  if (isUnfinished !== undefined) return isUnfinished && ms;
  return isTransient(error) && RETRY_MS;
}

/** @param onFailure receives each failed change that has a title for its toast */
export function createQueryClient(onFailure: (title: string, error: unknown) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _result, { meta }) {
        if (meta?.failure !== undefined) onFailure(meta.failure, error);
      },
    }),
    defaultOptions: {
      // 'always' makes queries fail without a connection, instead of showing a skeleton forever; they are refetched on
      // reconnect.
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // Queries retry by themselves while a part of the instance is down.
        refetchInterval: ({ state: { error } }) => (isTransient(error) ? RETRY_MS : false),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Shows data that the socket has sent, and gives up a running read: its response may be older, and would replace the
 * data until the next read.
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
  if (isLoadFailure(error)) return t('lib.problem.notLoaded');
  return t('lib.problem.unexpected');
}
