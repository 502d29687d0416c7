import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { ADMIN_KEY } from '@/lib/query.ts';

/** The server's page size; a shorter page is the last one. */
const PAGE_SIZE = 50;

const messagesQuery = (handled: boolean) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'contact-messages', handled],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/contact-messages', {
        query: { handled: String(handled), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ messages }) => (messages.length < PAGE_SIZE ? null : (messages.at(-1)?.id ?? null)),
  });

/** Messages to the admins, newest first. */
export function useMessages(handled: boolean) {
  return useInfiniteQuery(messagesQuery(handled));
}

export function useSetHandled() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, handled }: { id: string; handled: boolean }) =>
      call('PUT /api/admin/contact-messages/:id/handled', { params: { id }, body: { handled } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}
