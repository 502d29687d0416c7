import type { ChatMessage } from '@tributary/contracts/chat';
import { useMemo } from 'react';
import { useBlockedIds } from '@/lib/blocks.ts';

export function useNotBlocked(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const blocked = useBlockedIds();
  return useMemo(() => withoutBlocked(messages, blocked), [messages, blocked]);
}

type Quoting = Pick<ChatMessage, 'replyTo'> & { readonly author: Pick<ChatMessage['author'], 'id'> };

/** The messages of people whom the user has not blocked, without quotes of blocked people. */
export function withoutBlocked<Message extends Quoting>(
  messages: readonly Message[],
  blocked: ReadonlySet<string>,
): readonly Message[] {
  if (blocked.size === 0) return messages;
  return messages
    .filter(({ author }) => !blocked.has(author.id))
    .map((message) =>
      message.replyTo?.author && blocked.has(message.replyTo.author.id)
        ? { ...message, replyTo: null }
        : message,
    );
}
