import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ChatBan, ChatBanRequest, ChatStanding, chatQueueTopic } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import type { z } from 'zod';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { formatMoment } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** How often a banned viewer checks whether the ban is over. */
const BANNED_POLL_MS = 15_000;

export interface Standing extends Omit<ChatStanding, 'waitMs'> {
  /** The time at which the person may write again, by performance.now(). */
  readonly freeAtMs: number;
}

export const freeAfter = (waitMs: number): number => performance.now() + waitMs;

/** @param standing the standing that was read a moment ago */
export const toStanding = ({ waitMs, ...standing }: ChatStanding): Standing => ({
  ...standing,
  freeAtMs: freeAfter(waitMs),
});

export function standingQuery(id: StreamId, self: UserId | null) {
  const standing = apiQuery('GET /api/streams/:id/chat/standing', { params: { id } });
  return queryOptions({
    queryKey: [...standing.queryKey, self],
    queryFn: async (context) => toStanding(await standing.queryFn(context)),
    enabled: self !== null,
  });
}

/** The standing of the signed-in person in a chat. */
export function useStanding(id: StreamId) {
  const self = useSession().user?.id ?? null;
  return useQuery({
    ...standingQuery(id, self),
    refetchInterval: ({ state: { data } }) => (data?.ban ? BANNED_POLL_MS : false),
  }).data;
}

export const banSomebody = (id: StreamId, userId: UserId, body: ChatBanRequest) =>
  call('PUT /api/streams/:id/chat/bans/:userId', { params: { id, userId }, body });

export type ChatAct =
  | { readonly kind: 'delete'; readonly number: number }
  | ({ readonly kind: 'ban' } & ChatBanRequest)
  | { readonly kind: 'unban' | 'appoint' | 'dismiss' | 'vip' | 'unvip' };

const DONE: Readonly<Record<ChatAct['kind'], string>> = {
  delete: t('chat.message.deleted'),
  ban: t('chat.act.banned'),
  unban: t('chat.act.unbanned'),
  appoint: t('chat.act.appointed'),
  dismiss: t('chat.act.dismissed'),
  vip: t('chat.act.vip'),
  unvip: t('chat.act.unvip'),
};

/** Acts on a person, or on one of their messages. */
export function useChatAct(id: StreamId, channelId: UserId, userId: UserId) {
  const invalidate = useInvalidate();
  const params = { channelId, userId };
  return useApiMutation(
    async (act: ChatAct) => {
      switch (act.kind) {
        case 'delete':
          return await call('DELETE /api/streams/:id/chat/messages/:number', {
            params: { id, number: act.number },
          });
        case 'ban': {
          const { kind: _, ...body } = act;
          return await banSomebody(id, userId, body);
        }
        case 'unban':
          return await call('DELETE /api/chats/:channelId/bans/:userId', { params });
        case 'appoint':
          return await call('PUT /api/chats/:channelId/moderators/:userId', { params });
        case 'dismiss':
          return await call('DELETE /api/chats/:channelId/moderators/:userId', { params });
        case 'vip':
          return await call('PUT /api/chats/:channelId/vips/:userId', { params });
        case 'unvip':
          return await call('DELETE /api/chats/:channelId/vips/:userId', { params });
      }
    },
    {
      onSuccess(_, { kind }) {
        toast.success(DONE[kind]);
        void invalidate(
          'GET /api/streams/:id/chat/people/:userId',
          'GET /api/chats/:channelId/history/:userId',
        );
      },
      failure: t('chat.act.failed'),
    },
  );
}

export type ChatQueue = z.output<typeof chatQueueTopic.snapshot>;

/** The queue of the channel’s moderators, live; null while it is unknown, and for other people. */
export function useQueue(channelId: UserId | null): ChatQueue | null {
  const [queue, setQueue] = useState<ChatQueue | null>(null);
  useTopic(channelId === null ? null : `chat-queue:${channelId}`, (message) =>
    setQueue(message.kind === 'snapshot' ? message.data : null),
  );
  // A person who is no longer a moderator gets no more updates.
  return channelId === null ? null : queue;
}

/**
 * `You can’t write in this chat until Nov 22, 5:04 PM. Reason: Spam`.
 * @param fact the effect of the ban
 */
export function banSentence(
  { until, reason }: ChatBan,
  forever: string,
  untilTime: (time: string) => string,
): string {
  const sentence = until === null ? forever : untilTime(formatMoment(until));
  return reason === '' ? sentence : t('chat.ban.withReason', { sentence, reason });
}
