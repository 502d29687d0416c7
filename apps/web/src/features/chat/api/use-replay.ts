import type { ChatMessage } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { EMPTY_LOG } from '../engine/log/chat-log.ts';
import { ChatReplay } from '../engine/log/chat-replay.ts';
import type { ShownChat } from './use-chat.ts';
import { useNotBlocked } from './use-not-blocked.ts';

/** How often the position of the recording is checked. */
const EVERY_MS = 500;

interface Shown {
  readonly messages: readonly ChatMessage[];
  /** Whether the chat has no messages at all. */
  readonly isEmpty: boolean;
}

/**
 * The chat of a stream at the position of its recording. The calling component needs the stream's id as its key.
 * @param watchedAt returns the wall time of the frame on the screen; null while nothing is played
 */
export function useReplay(
  streamId: StreamId,
  watchedAt: () => number | null,
): ShownChat & { readonly isEmpty: boolean } {
  const [{ messages, isEmpty }, setShown] = useState<Shown>({ messages: [], isEmpty: false });
  const [isRefused, setRefused] = useState(false);
  const [replay] = useState(() => {
    const load = (query: { at: string } | { after: number }) =>
      call('GET /api/streams/:id/chat/replay', { params: { id: streamId }, query });
    const chat: ChatReplay = new ChatReplay({
      loadAt: (dateMs) => load({ at: new Date(dateMs).toISOString() }),
      loadAfter: (number) => load({ after: number }),
      onChange: (shown) => setShown({ messages: shown, isEmpty: chat.isEmpty }),
    });
    return chat;
  });
  const follow = useEffectEvent(() => {
    const dateMs = watchedAt();
    if (dateMs !== null) replay.moveTo(dateMs);
  });
  useEffect(() => {
    const timer = setInterval(() => follow(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  useTopic(`chat:${streamId}`, (message) => {
    if (message.kind === 'refused') setRefused(true);
    else if (message.kind === 'patch' && 'deleted' in message.data) replay.delete(message.data.deleted);
  });
  const visible = useNotBlocked(messages);
  return {
    log: { ...EMPTY_LOG, messages: visible },
    isEmpty,
    isRefused,
    retry: none,
    discard: none,
    loadOlder: none,
  };
}

const none = () => {};
