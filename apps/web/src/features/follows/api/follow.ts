import type { StreamerSummary } from '@tributary/contracts/channels';
import type { FollowState } from '@tributary/contracts/follows';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApi, useApiMutation, useApiPages, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** The followed channels; disabled for visitors. */
export const useFollowing = () =>
  useApiPages('GET /api/me/following', {}, { enabled: useSession().state === 'signed-in' });

export const inputOf = (username: string) => ({ params: { username: username.toLowerCase() } });

/** A channel's follower count, and whether the user follows it. @param known avoids the request */
export const useFollowState = (username: string, known?: FollowState) =>
  useApi('GET /api/streamers/:username/followers', inputOf(username), {
    ...(known && { initialData: known, enabled: false }),
  });

/** Follows or unfollows a channel; updates at once, and reverts if the server refuses. */
export function useFollow({
  id,
  username,
  displayName,
}: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>) {
  const invalidate = useInvalidate();
  const params = { streamerId: id };
  const answers = apiQuery('GET /api/streamers/:username/followers', inputOf(username));
  return useApiMutation(
    (follow: boolean) =>
      follow
        ? call('PUT /api/me/following/:streamerId', { params })
        : call('DELETE /api/me/following/:streamerId', { params }),
    {
      // Keeps requests in order when the button is pressed repeatedly.
      scope: { id: `follow ${id}` },
      answers,
      shows: optimistic(
        answers,
        (state, following: boolean) =>
          state && {
            ...state,
            following,
            // A new follow notifies of everything.
            notifications: following ? (state.notifications ?? 'all') : null,
            followers: Math.max(0, state.followers + Number(following) - Number(state.following)),
          },
      ),
      onSuccess: () => void invalidate('GET /api/me/following', 'GET /api/me/following/*'),
      onError: (error, follow) =>
        toast.failure(
          t(follow ? 'follows.notFollowed' : 'follows.notUnfollowed', { name: displayName || username }),
          error,
        ),
    },
  );
}
