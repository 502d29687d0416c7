import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { FollowState } from '@tributary/contracts/follows';
import { call } from '@/lib/api.ts';
import { apiPages, apiQuery, invalidate } from '@/lib/api-query.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** The followed channels; disabled for visitors. */
export const useFollowing = () =>
  useInfiniteQuery({ ...apiPages('GET /api/me/following', {}), enabled: useSession().state === 'signed-in' });

const followQuery = (username: string) =>
  apiQuery('GET /api/streamers/:username/followers', { params: { username: username.toLowerCase() } });

/** A channel's follower count, and whether the user follows it. @param known avoids the request */
export const useFollowState = (username: string, known?: FollowState) =>
  useQuery({ ...followQuery(username), ...(known && { initialData: known, enabled: false }) });

/** Follows or unfollows a channel; updates at once, and reverts if the server refuses. */
export function useFollow({
  id,
  username,
  displayName,
}: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>) {
  const client = useQueryClient();
  const { queryKey } = followQuery(username);
  return useMutation({
    // Keeps requests in order when the button is pressed repeatedly.
    scope: { id: `follow ${id}` },
    mutationFn: (follow: boolean) =>
      follow
        ? call('PUT /api/me/following/:streamerId', { params: { streamerId: id } })
        : call('DELETE /api/me/following/:streamerId', { params: { streamerId: id } }),
    async onMutate(follow) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(
        queryKey,
        (state) =>
          state && {
            ...state,
            following: follow,
            followers: Math.max(0, state.followers + Number(follow) - Number(state.following)),
          },
      );
      return { before };
    },
    onSuccess: (state) => {
      client.setQueryData(queryKey, state);
      void invalidate(client, ['GET /api/me/following', 'GET /api/me/following/*']);
    },
    onError(error, follow, context) {
      client.setQueryData(queryKey, context?.before);
      // The previous value may itself have been optimistic.
      void client.invalidateQueries({ queryKey });
      const action = follow ? 'follow' : 'unfollow';
      toast.failure(`Couldn’t ${action} ${displayName || username}`, error);
    },
  });
}
