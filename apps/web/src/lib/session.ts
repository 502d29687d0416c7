import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SessionUser } from '@tributary/contracts';
import { call } from './api.ts';

/** The signed-in user or null; asked once and again after signing in or out. */
export const sessionQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('GET /api/me', { signal }),
  staleTime: 60_000,
  select: ({ user }) => user,
});

/** `loading` until the first answer; `unknown` when none could be had. */
export type Session =
  | { state: 'loading' | 'signed-out' | 'unknown'; user: null }
  | { state: 'signed-in'; user: SessionUser };

export function useSession(): Session {
  const { data, isPending, isError } = useQuery(sessionQuery);
  if (data) return { state: 'signed-in', user: data };
  if (isPending) return { state: 'loading', user: null };
  return { state: isError ? 'unknown' : 'signed-out', user: null };
}

/** Reads who is signed in afresh and resolves once the screens can know. */
export async function refreshSession(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
