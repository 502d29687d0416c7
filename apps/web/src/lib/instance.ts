import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiQuery } from './api/api-query.ts';
import { firstData } from './api/first-data.ts';

export const instanceQuery = queryOptions({
  ...apiQuery('GET /api/instance'),
  initialData: () => firstData('GET /api/instance'),
  // Refetched when the user returns to a page that was left open, so that announcements reach them.
  staleTime: 300_000,
});

export const useInstance = () => useQuery(instanceQuery);

/** The instance's name, or the product's until it has loaded. */
export function useInstanceName(): string {
  return useInstance().data?.name ?? 'Tributary';
}

/** Whether the instance can send email; undefined until it has loaded. */
export function useSendsMail(): boolean | undefined {
  return useInstance().data?.sendsMail;
}
