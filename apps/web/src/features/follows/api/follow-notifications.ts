import type { StreamerSummary } from '@tributary/contracts/channels';
import type { FollowNotifications } from '@tributary/contracts/follows';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { inputOf } from './follow.ts';

/** Chooses what a followed channel notifies of; updates at once, and reverts if the server refuses. */
export function useFollowNotifications({
  id,
  username,
  displayName,
}: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>) {
  const invalidate = useInvalidate();
  const answers = apiQuery('GET /api/streamers/:username/followers', inputOf(username));
  return useApiMutation(
    (notifications: FollowNotifications) =>
      call('PUT /api/me/following/:streamerId/notifications', {
        params: { streamerId: id },
        body: { notifications },
      }),
    {
      scope: { id: `follow ${id}` },
      answers,
      shows: optimistic(
        answers,
        (state, notifications: FollowNotifications) => state && { ...state, notifications },
      ),
      onSuccess: () => void invalidate('GET /api/me/following'),
      onError: (error) =>
        toast.failure(t('follows.bell.notChanged', { name: displayName || username }), error),
    },
  );
}
