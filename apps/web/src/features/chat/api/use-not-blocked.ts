import type { ChatMessage } from '@tributary/contracts/chat';
import { useMemo } from 'react';
import { useBlockedIds } from '@/lib/blocks.ts';
import { withoutBlocked } from '../engine/log/without-blocked.ts';

export function useNotBlocked(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const blocked = useBlockedIds();
  return useMemo(() => withoutBlocked(messages, blocked), [messages, blocked]);
}
