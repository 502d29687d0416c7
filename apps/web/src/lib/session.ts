import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SessionUser } from '@tributary/contracts';
import { call } from './api.ts';
import { realtime } from './realtime/index.ts';

/** The signed-in user or null; asked once, and again after signing in or out. */
export const sessionQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('GET /api/me', { signal }),
  staleTime: 60_000,
});

/** `loading` until the first answer; `unknown` when none could be had. */
export type Session =
  | { state: 'loading' | 'signed-out' | 'unknown'; user: null }
  | { state: 'signed-in'; user: SessionUser };

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  if (data?.user) return { state: 'signed-in', user: data.user };
  if (isPending) return { state: 'loading', user: null };
  return { state: data ? 'signed-out' : 'unknown', user: null };
}

/**
 * Reads afresh who is signed in; every screen follows.
 * @throws ApiProblem when it cannot be had
 */
export async function refreshSession(client: QueryClient): Promise<SessionUser | null> {
  const { user } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  realtime().renew();
  return user;
}

/** Forgets everything that was fetched for the one who has signed out. */
export function clearSession(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
  client.setQueryData(sessionQuery.queryKey, { user: null });
  realtime().renew();
}
