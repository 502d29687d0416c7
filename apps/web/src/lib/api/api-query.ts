/**
 * The operations of the API as queries. The key of a query is its operation and input, so that a change can name the
 * operations that it makes outdated.
 */
import { type DataTag, infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  type Input,
  type Operation,
  type OptionalArgument,
  type Parts,
  perform,
  type Response,
} from './client.ts';

/** The operations below each path that ends in `/*`. */
type Below<Path extends string, Before extends string = ''> = Path extends `${infer Part}/${infer Rest}`
  ? `${Before}${Part}/*` | Below<Rest, `${Before}${Part}/`>
  : never;

/** An operation with any input, or all operations below a path: `GET /api/admin/*`. */
export type Scope = Operation | Below<Extract<Operation, `GET ${string}`>>;

/** The key under which the response of an operation is cached. */
export type CacheKey<Data> = DataTag<QueryKey, Data, Error>;

export interface ApiQuery<Data> {
  readonly queryKey: CacheKey<Data>;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
}

/** The query that calls `operation`. */
export const apiQuery = <O extends Operation>(operation: O, ...[input]: OptionalArgument<Input<O>>) =>
  queryOf(operation, input ?? {});

/** Like `apiQuery`, for an input that was checked by the caller's types. */
export const queryOf = <O extends Operation>(operation: O, input: Parts): ApiQuery<Response<O>> => ({
  queryKey: [operation, input] as unknown as CacheKey<Response<O>>,
  queryFn: ({ signal }) => perform(operation, { ...input, signal }),
});

/** The input of a page; no cursor means the first one. */
export const pageOf = (input: Parts, cursor: string | undefined): Parts => ({
  ...input,
  query: Object.assign({}, input.query, cursor !== undefined && { cursor }),
});

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

type ItemOf<O extends Operation> = Response<O> extends Page<infer Item> ? Item : never;

/** A list that `operation` returns page by page, joined into one array. */
export const apiPages = <O extends Operation>(operation: O, input: Input<O>) =>
  infiniteQueryOptions({
    queryKey: [operation, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      perform<Page<ItemOf<O>>>(operation, { ...pageOf(input, pageParam), signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/**
 * Reads the active queries of `scopes` again, and the others when they are next shown. TanStack Query takes the first
 * read of a query that is under way for the new one, although the server may have answered it before the change: such
 * queries are read again after it.
 */
export async function invalidate(client: QueryClient, scopes: readonly Scope[]): Promise<void> {
  const within = client.getQueryCache().findAll({
    predicate: ({ queryKey: [operation] }) => isWithin(operation, scopes),
  });
  const firstReads = within.filter(
    ({ state }) => state.fetchStatus === 'fetching' && state.data === undefined,
  );
  await client.invalidateQueries({ predicate: (query) => within.includes(query) });
  if (firstReads.length === 0) return;
  await Promise.allSettled(firstReads.map(({ promise }) => promise));
  await client.invalidateQueries({ predicate: (query) => firstReads.includes(query) });
}

const isWithin = (operation: unknown, scopes: readonly Scope[]): boolean =>
  typeof operation === 'string' &&
  scopes.some((scope) =>
    scope.endsWith('*') ? operation.startsWith(scope.slice(0, -1)) : operation === scope,
  );
