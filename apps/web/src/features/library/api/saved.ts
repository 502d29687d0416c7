import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { messageOf } from '@/lib/query.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

const savedListQuery = pagedQuery(['saved', 'list'], (query, signal) =>
  call('GET /api/me/saved', { query, signal }),
);

export const useSavedList = () => useInfiniteQuery(savedListQuery);

const savedQuery = (id: StreamId) =>
  queryOptions({
    queryKey: ['saved', 'state', id],
    queryFn: ({ signal }) => call('GET /api/me/saved/:id', { params: { id }, signal }),
  });

/** Whether one has saved a stream; nobody has who is not signed in. */
export function useSaved(id: StreamId): boolean {
  const signedIn = useSession().state === 'signed-in';
  return useQuery({ ...savedQuery(id), enabled: signedIn }).data?.saved ?? false;
}

/** Saves, or lets go; seen at once, and taken back where the server says no. */
export function useSave(id: StreamId) {
  const client = useQueryClient();
  const { queryKey } = savedQuery(id);
  return useMutation({
    scope: { id: `save ${id}` },
    mutationFn: (save: boolean) =>
      save
        ? call('PUT /api/me/saved/:id', { params: { id } })
        : call('DELETE /api/me/saved/:id', { params: { id } }),
    async onMutate(save) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, { saved: save });
      return { before };
    },
    onSuccess: (state) => {
      client.setQueryData(queryKey, state);
      void client.invalidateQueries({ queryKey: savedListQuery.queryKey });
    },
    onError(error, save, context) {
      client.setQueryData(queryKey, context?.before);
      // What was there before may itself have been hoped for only, or not known at all.
      void client.invalidateQueries({ queryKey });
      const doing = save ? 'could not be saved' : 'could not be taken off your saved streams';
      toast.error(`The stream ${doing}`, { description: messageOf(error) });
    },
  });
}
