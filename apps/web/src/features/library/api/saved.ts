import type { StreamId } from '@tributary/contracts/shared';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApi, useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** Whether the user has saved a stream; false for visitors. */
export function useSaved(id: StreamId): boolean {
  const signedIn = useSession().state === 'signed-in';
  return useApi('GET /api/me/saved/:id', { params: { id } }, { enabled: signedIn }).data?.saved ?? false;
}

/** Saves or removes a stream; updates at once, and reverts if the server refuses. */
export function useSave(id: StreamId) {
  const invalidate = useInvalidate();
  const params = { id };
  const answers = apiQuery('GET /api/me/saved/:id', { params });
  return useApiMutation(
    (save: boolean) =>
      save ? call('PUT /api/me/saved/:id', { params }) : call('DELETE /api/me/saved/:id', { params }),
    {
      scope: { id: `save ${id}` },
      answers,
      shows: optimistic(answers, (_, saved: boolean) => ({ saved })),
      onSuccess: () => void invalidate('GET /api/me/saved'),
      onError: (error, save) => toast.failure(save ? t('library.notSaved') : t('library.notUnsaved'), error),
    },
  );
}
