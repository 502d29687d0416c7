/** Hooks that read and change data of the API. */
import {
  keepPreviousData,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { cursorOf, type TableSearch } from '../table-search.ts';
import { apiPages, type CacheKey, invalidate, pageOf, queryOf, type Scope } from './api-query.ts';
import { type Input, type Operation, type OptionalArgument, perform, type Response } from './client.ts';
import { pollInterval } from './query-client.ts';

type ReadOptions<O extends Operation, Data> = Omit<
  UseQueryOptions<Response<O>, Error, Data>,
  'queryKey' | 'queryFn'
>;

/**
 * Reads an operation.
 *
 *     const event = useApi('GET /api/me/events/:id', { params: { id } }, { staleTime: 0 });
 */
export function useApi<O extends Operation>(
  operation: O,
  ...input: OptionalArgument<Input<O>>
): UseQueryResult<Response<O>>;
export function useApi<O extends Operation, Data = Response<O>>(
  operation: O,
  input: Input<O>,
  options: ReadOptions<O, Data>,
): UseQueryResult<Data>;
export function useApi<O extends Operation>(
  operation: O,
  input?: Input<O>,
  options?: ReadOptions<O, Response<O>>,
) {
  return useQuery({ ...queryOf(operation, input ?? {}), ...options });
}

/** Reads a list page by page, joined into one array. */
export const useApiPages = <O extends Operation>(
  operation: O,
  input: Input<O>,
  options: { staleTime?: number; enabled?: boolean; placeholderData?: typeof keepPreviousData } = {},
) => useInfiniteQuery({ ...apiPages(operation, input), ...options });

/** Reads the page of a table that its search names, and keeps the present page on screen while the next one loads. */
export function useApiTable<O extends Operation>(
  operation: O,
  search: TableSearch,
  input: Input<O>,
  { refetchInterval }: { refetchInterval?: number } = {},
): UseQueryResult<Response<O>> {
  return useQuery<Response<O>>({
    ...queryOf(operation, pageOf(input, cursorOf(search))),
    placeholderData: keepPreviousData,
    ...(refetchInterval !== undefined && { refetchInterval: poll(refetchInterval) }),
  });
}

const poll =
  (ms: number) =>
  ({ state: { data, error } }: { state: { data: unknown; error: unknown } }): number | false =>
    pollInterval(data === undefined ? undefined : true, error, ms);

interface Answered<Result> {
  readonly queryKey: CacheKey<Result>;
}

type Undo = () => void;

interface ChangeOptions<Variables, Result>
  extends Omit<
    UseMutationOptions<Result, Error, Variables, Undo | undefined>,
    'mutationFn' | 'meta' | 'onMutate'
  > {
  /** Shows the result of the change before the server has answered. */
  shows?: (client: QueryClient, variables: Variables) => Promise<Undo>;
  /** The operations that are read again after the change. The mutation is pending until they have been read. */
  invalidates?: readonly Scope[];
  /** The query whose data is the result, which may depend on it. */
  answers?: Answered<Result> | ((result: Result) => Answered<Result>);
  /** The title of the toast after a failure; without one, the caller shows the error. */
  failure?: string;
}

// biome-ignore lint/suspicious/noConfusingVoidType: variables of this type may be left out.
type Variables<O extends Operation> = Record<never, never> extends Input<O> ? void : Input<O>;

/**
 * Changes something, by one operation with its input as the variables, or by a function.
 *
 *     const remove = useApiMutation('DELETE /api/me/events/:id', { invalidates: ['GET /api/me/events'] });
 *     remove.mutate({ params: { id } });
 */
export function useApiMutation<O extends Operation>(
  operation: O,
  options?: ChangeOptions<Variables<O>, Response<O>>,
): UseMutationResult<Response<O>, Error, Variables<O>, unknown>;
export function useApiMutation<Given = void, Result = unknown>(
  change: (given: Given) => Promise<Result>,
  options?: ChangeOptions<Given, Result>,
): UseMutationResult<Result, Error, Given, unknown>;
export function useApiMutation<Given, Result>(
  change: Operation | ((given: Given) => Promise<Result>),
  { invalidates = [], answers, failure, shows, ...options }: ChangeOptions<Given, Result> = {},
) {
  const client = useQueryClient();
  return useMutation<Result, Error, Given, Undo | undefined>({
    ...options,
    ...(shows && { onMutate: (given) => shows(client, given) }),
    onError(error, given, undo, ...rest) {
      undo?.();
      return options.onError?.(error, given, undo, ...rest);
    },
    mutationFn: (given) =>
      typeof change === 'string' ? perform<Result>(change, Object.assign({}, given)) : change(given),
    ...(failure !== undefined && { meta: { failure } }),
    async onSuccess(result, ...rest) {
      const answered = typeof answers === 'function' ? answers(result) : answers;
      if (answered) client.setQueryData(answered.queryKey, result);
      await Promise.all([invalidate(client, invalidates), options.onSuccess?.(result, ...rest)]);
    },
  });
}

/** Creates `shows` of a change: it updates the data of `query` until the server answers. */
export const optimistic =
  <Data, Variables>(
    { queryKey }: Answered<Data>,
    change: (data: Data | undefined, variables: Variables) => Data | undefined,
  ) =>
  async (client: QueryClient, variables: Variables): Promise<Undo> => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData<Data>(queryKey, change(before, variables));
    return () => {
      client.setQueryData<Data>(queryKey, before);
      // The earlier data may itself have been optimistic, or missing.
      void client.invalidateQueries({ queryKey });
    };
  };

/** Reads queries again after a change. */
export function useInvalidate(): (...scopes: readonly Scope[]) => Promise<void> {
  const client = useQueryClient();
  return (...scopes) => invalidate(client, scopes);
}
