/** Changes of a chat by moderators that every viewer sees. */
import type { ChatPinRequest } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { useEffect, useEffectEvent } from 'react';
import { call } from '@/lib/api/client.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { act } from '@/lib/realtime/index.ts';

const pinMessage = (id: StreamId, body: ChatPinRequest) =>
  call('PUT /api/streams/:id/chat/pin', { params: { id }, body });

export const unpinMessage = (id: StreamId) => call('DELETE /api/streams/:id/chat/pin', { params: { id } });

/** Sends an announcement, and pins it. */
export async function pinText(id: StreamId, text: string, seconds: number | null): Promise<void> {
  const announcement = { clientId: randomId(), kind: 'announcement', text } as const;
  const { number } = await act(`chat:${id}`, 'send', announcement);
  // Announcements are never held.
  if (number !== null) await pinMessage(id, { number, seconds });
}

/**
 * Calls `onOver` when the time of a part of the room is over.
 * @param leftMs null: the part has no end
 */
export function useEndOf(part: unknown, leftMs: number | null, onOver: () => void): void {
  const over = useEffectEvent(onOver);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part starts the time again.
  useEffect(() => {
    if (leftMs === null) return;
    const timer = setTimeout(() => over(), leftMs);
    return () => clearTimeout(timer);
  }, [part, leftMs]);
}
