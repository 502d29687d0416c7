import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiQuery } from './api-query.ts';

export const instanceQuery = queryOptions({
  ...apiQuery('GET /api/instance'),
  // Refetched when the user returns to a page that was left open, so that announcements reach them.
  staleTime: 300_000,
});

/** The instance's name, or the product's until it has loaded. */
export function useInstanceName(): string {
  return useQuery(instanceQuery).data?.name ?? 'Tributary';
}

/** Whether the instance can send email; undefined until it has loaded. */
export function useSendsMail(): boolean | undefined {
  return useQuery(instanceQuery).data?.sendsMail;
}
