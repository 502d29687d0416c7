import type { chatQueueTopic } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import type { z } from 'zod';
import { useTopic } from '@/lib/realtime/index.ts';

export type ChatQueue = z.output<typeof chatQueueTopic.snapshot>;

/** What waits for the channel’s moderators, live; null while it is unknown, and for others. */
export function useQueue(channelId: UserId | null): ChatQueue | null {
  const [queue, setQueue] = useState<ChatQueue | null>(null);
  useTopic(channelId === null ? null : `chat-queue:${channelId}`, (message) =>
    setQueue(message.kind === 'snapshot' ? message.data : null),
  );
  // Somebody who is no longer a moderator hears nothing more of it.
  return channelId === null ? null : queue;
}
