import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { apiQuery, invalidate } from '@/lib/api-query.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

const savedQuery = (id: StreamId) => apiQuery('GET /api/me/saved/:id', { params: { id } });

/** Whether the user has saved a stream; false for visitors. */
export function useSaved(id: StreamId): boolean {
  const signedIn = useSession().state === 'signed-in';
  return useQuery({ ...savedQuery(id), enabled: signedIn }).data?.saved ?? false;
}

/** Saves or removes a stream; updates at once, and reverts if the server refuses. */
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
      void invalidate(client, ['GET /api/me/saved']);
    },
    onError(error, save, context) {
      client.setQueryData(queryKey, context?.before);
      // The previous value may itself have been optimistic, or missing.
      void client.invalidateQueries({ queryKey });
      toast.failure(save ? 'Couldn’t save the stream' : 'Couldn’t remove the saved stream', error);
    },
  });
}
