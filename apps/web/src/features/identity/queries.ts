import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { session } from '@/lib/session.ts';

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call('GET /api/me/security', { signal }),
});

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/me/sessions', { signal }),
});

/** The user's sign-in methods. */
export const useSecurity = () => useQuery(securityQuery);

/** Reloads `useSecurity` after a change. */
export function useRefreshSecurity(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: securityQuery.queryKey });
}

/** The user's sessions. */
export const useSessions = () => useQuery(sessionsQuery);

/** Ends all sessions, this one included. @param leave leaves pages that need an account */
export async function signOutEverywhere(leave: () => Promise<unknown>): Promise<void> {
  await call('POST /api/auth/sign-out-everywhere');
  await leave();
  session().ended();
}

/** Ends one session, or all others if the id is null. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call('DELETE /api/me/sessions') : call('DELETE /api/me/sessions/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
