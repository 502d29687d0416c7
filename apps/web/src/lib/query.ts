import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

const RETRIES = 2;
const ASK_AGAIN_MS = 15_000;

const isTransient = (error: unknown): boolean => error instanceof ApiProblem && error.isTransient;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection one is told so, rather than left before a drawing of what does not come; what
      // failed is asked for again once there is one.
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // Whoever was told that a part is down need not ask again themselves.
        refetchInterval: ({ state: { error } }) => (isTransient(error) ? ASK_AGAIN_MS : false),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The start of every query key that an admin's action may change. */
export const ADMIN_KEY = ['admin'] as const;

/** The sentence to show for a failure of any kind. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  // What browsers say when a page's own script does not arrive: offline, or replaced by a newer build.
  if (error instanceof TypeError && /import|module/i.test(error.message)) {
    return 'This page could not be loaded. Check your connection, then try again.';
  }
  return 'An unexpected error occurred';
}
