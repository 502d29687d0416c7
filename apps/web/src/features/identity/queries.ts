import { call } from '@/lib/api/client.ts';
import { useApi, useInvalidate } from '@/lib/api/use-api.ts';
import { session } from '@/lib/session.ts';

/** The user's sign-in methods. */
export const useSecurity = () => useApi('GET /api/me/security');

/** Reloads `useSecurity` after a change. */
export function useRefreshSecurity(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () => invalidate('GET /api/me/security');
}

/** Ends all sessions, this one included. @param leave leaves pages that need an account */
export async function signOutEverywhere(leave: () => Promise<unknown>): Promise<void> {
  await call('POST /api/auth/sign-out-everywhere');
  await leave();
  session().ended();
}
