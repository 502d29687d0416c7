import { useQueryClient } from '@tanstack/react-query';
import type { ChatPollRequest } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { standingQuery } from './moderation.ts';

export const startPoll = (id: StreamId, body: ChatPollRequest) =>
  call('POST /api/streams/:id/chat/polls', { params: { id }, body });

export function useVote(id: StreamId, pollId: string) {
  const client = useQueryClient();
  const { queryKey } = standingQuery(id, useSession().user?.id ?? null);
  return useApiMutation(
    (option: number) =>
      call('PUT /api/streams/:id/chat/polls/:pollId/vote', { params: { id, pollId }, body: { option } }),
    {
      onSuccess: (_, option) =>
        void client.setQueryData(
          queryKey,
          (standing) => standing && { ...standing, vote: { pollId, option } },
        ),
      // The person may have voted in another tab.
      onError: () => void client.invalidateQueries({ queryKey }),
      failure: t('chat.poll.notVoted'),
    },
  );
}
