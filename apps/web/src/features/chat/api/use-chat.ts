import { useQueryClient } from '@tanstack/react-query';
import type { ChatMessage, ChatReply, StreamId } from '@tributary/contracts';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { call } from '@/lib/api.ts';
import { useBlockedIds } from '@/lib/blocks.ts';
import { randomId } from '@/lib/random-id.ts';
import { act, useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { type ChatChange, type ChatLog, changeLog, EMPTY_LOG } from '../engine/chat-log.ts';
import { standingQuery } from './moderation.ts';

/** Messages that arrive within this time are shown together. */
const BATCH_MS = 100;

export interface ChatState {
  readonly log: ChatLog;
  /** Whether the server refuses the chat to this person. */
  readonly isRefused: boolean;
  send(text: string, replyTo: ChatReply | null): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Loads the messages before the oldest one. */
  loadOlder(): void;
}

type Change = ChatChange | { readonly kind: 'refused' };

interface State {
  readonly log: ChatLog;
  readonly isRefused: boolean;
}

/** The chat of a stream; give the component that calls it the stream's id as its key. */
export function useChat(streamId: StreamId): ChatState {
  const client = useQueryClient();
  const self = useSession().user?.id ?? null;
  const reduce = (state: State, change: Change): State =>
    change.kind === 'refused'
      ? { ...state, isRefused: true }
      : { isRefused: false, log: changeLog(state.log, change, self) };
  const [{ log, isRefused }, change] = useReducer(reduce, { log: EMPTY_LOG, isRefused: false });
  const receive = useBatches((messages: readonly ChatMessage[]) => change({ kind: 'received', messages }));

  useTopic(`chat:${streamId}`, (message) => {
    if (message.kind === 'append') return receive.add(message.data);
    receive.flush();
    if (message.kind === 'snapshot') change({ kind: 'loaded', messages: message.data.messages });
    else if (message.kind === 'refused') change({ kind: 'refused' });
    else if ('deleted' in message.data) change({ kind: 'deleted', deleted: message.data.deleted });
    else client.setQueryData(standingQuery(streamId, self).queryKey, message.data.standing);
  });

  const deliver = useCallback(
    async (clientId: string, text: string, replyTo: ChatReply | null) => {
      change({ kind: 'sending', clientId, text, replyTo });
      try {
        await act(`chat:${streamId}`, 'send', { clientId, text, replyTo: replyTo?.number });
      } catch (error) {
        const problem =
          error instanceof Error && error.message !== '' ? error.message : 'Not sent. Try again.';
        change({ kind: 'failed', clientId, problem });
      }
    },
    [streamId],
  );

  const loading = useRef(false);
  const oldest = log.messages?.[0]?.number;
  const blocked = useBlockedIds();
  const visible = useMemo(
    () => log.messages?.filter(({ author }) => !blocked.has(author.id)) ?? null,
    [log.messages, blocked],
  );
  return {
    log: { ...log, messages: visible },
    isRefused,
    send: (text, replyTo) => void deliver(randomId(), text, replyTo),
    retry: (clientId) => {
      const message = log.pending.find((pending) => pending.clientId === clientId);
      if (message) void deliver(clientId, message.text, message.replyTo);
    },
    discard: (clientId) => change({ kind: 'discarded', clientId }),
    loadOlder: () => {
      if (loading.current || !log.hasOlder || oldest === undefined) return;
      loading.current = true;
      call('GET /api/streams/:id/chat', { params: { id: streamId }, query: { before: oldest } })
        .then((page) => change({ kind: 'older', ...page }))
        // Scrolling again asks again.
        .catch(() => {})
        .finally(() => {
          loading.current = false;
        });
    },
  };
}

/** Collects what arrives quickly. The first of a batch is passed on at once. */
function useBatches<T>(take: (items: readonly T[]) => void): { add(item: T): void; flush(): void } {
  const waiting = useRef<T[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = () => {
    const items = waiting.current;
    waiting.current = [];
    if (items.length > 0) take(items);
    return items.length > 0;
  };
  const tick = () => {
    timer.current = flush() ? setTimeout(tick, BATCH_MS) : undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    add(item) {
      waiting.current.push(item);
      if (timer.current === undefined) tick();
    },
    flush,
  };
}
