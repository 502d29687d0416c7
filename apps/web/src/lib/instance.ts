import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: ({ signal }) => call('GET /api/instance', { signal }),
  // Whoever comes back to a page that was left open reads what the admins announced meanwhile.
  staleTime: 300_000,
});

/** The name over the door: the operator's, or ours until it is known. */
export function useInstanceName(): string {
  return useQuery(instanceQuery).data?.name ?? 'Tributary';
}

/** Whether mails reach people; true until it is known. */
export function useSendsMail(): boolean {
  return useQuery(instanceQuery).data?.sendsMail ?? true;
}
