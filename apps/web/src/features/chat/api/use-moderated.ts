import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { useSession } from '@/lib/session.ts';

const KEY = ['moderated-channels'];

/** The channels whose chats the user moderates for others. */
export const useModerated = () =>
  useQuery({
    queryKey: [...KEY, useSession().user?.id],
    queryFn: ({ signal }) => call('GET /api/me/moderated-channels', { signal }),
  });

/** Stops moderating a channel’s chats. */
export function useLeave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (channelId: UserId) =>
      call('DELETE /api/me/moderated-channels/:channelId', { params: { channelId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
