import { useQueryClient } from '@tanstack/react-query';
import type { ChatAppealDecision } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { CHANNEL_CHATS } from '../api/channel.ts';
import { standingQuery } from '../api/moderation.ts';

/** Appeals against the user’s own ban. */
export function useSendAppeal(streamId: StreamId, channelId: UserId) {
  const client = useQueryClient();
  const { queryKey } = standingQuery(streamId, useSession().user?.id ?? null);
  return useApiMutation(
    (text: string) => call('POST /api/chats/:channelId/appeal', { params: { channelId }, body: { text } }),
    // The standing is also read after a failure, since the ban may have ended.
    { onSettled: () => client.invalidateQueries({ queryKey }) },
  );
}

export const useDecideAppeal = (channelId: UserId, userId: UserId) =>
  useApiMutation(
    (body: ChatAppealDecision) =>
      call('PUT /api/chats/:channelId/bans/:userId/appeal/decision', { params: { channelId, userId }, body }),
    { invalidates: CHANNEL_CHATS, failure: t('chat.act.failed') },
  );
