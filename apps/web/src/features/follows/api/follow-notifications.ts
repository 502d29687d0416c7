import type { StreamerSummary } from '@tributary/contracts/channels';
import type { FollowNotifications } from '@tributary/contracts/follows';
import { call } from '@/lib/api.ts';
import { apiQuery } from '@/lib/api-query.ts';
import { t } from '@/lib/messages/t.ts';
import { optimistic, useApiMutation, useInvalidate } from '@/lib/use-api.ts';
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
