import { useQueryClient } from '@tanstack/react-query';
import {
  type ChatMessage,
  type ChatReply,
  type ChatRoom,
  EMPTY_CHAT_ROOM,
  type OwnHeldMessage,
} from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { call } from '@/lib/api/client.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { t } from '@/lib/messages/t.ts';
import { act, useConnectionState, useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import {
  type ChatChange,
  type ChatLog,
  changeLog,
  EMPTY_LOG,
  pendingWith,
  type Submission,
} from '../engine/log/chat-log.ts';
import { changeRoom, type RoomChange, withoutPinned } from '../engine/room/chat-room.ts';
import { freeAfter, standingQuery, toStanding, useStanding } from './moderation.ts';
import { useEndOf } from './room.ts';
import { useNotBlocked } from './use-not-blocked.ts';

/** Messages that arrive within this time are shown together. */
const BATCH_MS = 100;

/** The content of a list of messages, in a chat or its replay. */
export interface ShownChat {
  readonly log: ChatLog;
  /** Whether the server refuses the chat to this person. */
  readonly isRefused: boolean;
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Loads the messages before the oldest one. */
  loadOlder(): void;
}

export interface ChatState extends ShownChat {
  /** Null until the room is known. */
  readonly room: ChatRoom | null;
  send(text: string, replyTo: ChatReply | null, kind?: Submission['kind']): void;
}

type Change =
  | ChatChange
  | { readonly kind: 'refused' }
  | { readonly kind: 'room'; readonly room: RoomChange };

type State = Pick<ChatState, 'log' | 'isRefused' | 'room'>;

const NONE: readonly ChatMessage[] = [];
const NONE_HELD: readonly OwnHeldMessage[] = [];
const START: State = { log: EMPTY_LOG, isRefused: false, room: null };

/** The chat of a stream. The calling component needs the stream's id as its key. */
export function useChat(streamId: StreamId, channelId: UserId): ChatState {
  const client = useQueryClient();
  const self = useSession().user?.id ?? null;
  const { queryKey: standingKey } = standingQuery(streamId, self);
  const held = useStanding(streamId)?.held ?? NONE_HELD;
  const reduce = (state: State, change: Change): State => {
    switch (change.kind) {
      case 'refused':
        return { ...state, isRefused: true };
      case 'room':
        return { ...state, room: changeRoom(state.room ?? EMPTY_CHAT_ROOM, change.room) };
      case 'deleted':
        return {
          ...state,
          log: changeLog(state.log, change, self),
          room: state.room && withoutPinned(state.room, change.deleted),
        };
      default:
        return { ...state, isRefused: false, log: changeLog(state.log, change, self) };
    }
  };
  const [state, change] = useReducer(reduce, START);
  const { log } = state;
  const { pinned, poll } = state.room ?? EMPTY_CHAT_ROOM;
  useEndOf(pinned, pinned?.leftMs ?? null, () => change({ kind: 'room', room: { pinned: null } }));
  useEndOf(poll, !poll || poll.isOpen ? null : poll.leftMs, () =>
    change({ kind: 'room', room: { poll: null } }),
  );
  const receive = useBatches((messages: readonly ChatMessage[]) => change({ kind: 'received', messages }));

  useTopic(`chat:${streamId}`, (message) => {
    if (message.kind === 'append') return receive.add(message.data);
    receive.flush();
    if (message.kind === 'snapshot') {
      change({ kind: 'loaded', messages: message.data.messages });
      change({ kind: 'room', room: message.data.room });
    } else if (message.kind === 'refused') change({ kind: 'refused' });
    else if ('room' in message.data) change({ kind: 'room', room: message.data.room });
    else if ('deleted' in message.data) change({ kind: 'deleted', deleted: message.data.deleted });
    else if ('previewed' in message.data) change({ kind: 'previewed', previewed: message.data.previewed });
    else client.setQueryData(standingKey, toStanding(message.data.standing));
  });

  const connection = useConnectionState();
  const wasLost = useRef(false);
  useEffect(() => {
    if (connection === 'waiting') wasLost.current = true;
    if (connection !== 'open' || !wasLost.current) return;
    wasLost.current = false;
    // The server repeats missed messages, but not messages for this person only.
    void client.invalidateQueries({ queryKey: standingKey });
  }, [connection, client, standingKey]);

  const deliver = async (message: Submission): Promise<void> => {
    const { clientId } = message;
    change({ kind: 'sending', message });
    try {
      const { number, waitMs } = await act(`chat:${streamId}`, 'send', {
        ...message,
        replyTo: message.replyTo?.number,
      });
      if (number === null) {
        // The state of a held message is a part of the standing.
        await client.refetchQueries({ queryKey: standingKey });
        change({ kind: 'discarded', clientId });
      } else if (waitMs > 0) {
        const freeAtMs = freeAfter(waitMs);
        client.setQueryData(standingKey, (standing) => standing && { ...standing, freeAtMs });
      }
    } catch (error) {
      const problem =
        error instanceof Error && error.message !== '' ? error.message : t('chat.message.notSent');
      change({ kind: 'failed', clientId, problem });
    }
  };

  /** Takes back a message that is held, or was refused. */
  const withdraw = async (id: string): Promise<void> => {
    // A moderator may have decided in the meantime, which the standing contains too.
    await call('DELETE /api/chats/:channelId/held/:id', { params: { channelId, id } }).catch(() => {});
    await client.refetchQueries({ queryKey: standingKey });
  };

  const loading = useRef(false);
  const oldest = log.messages?.[0]?.number;
  const visible = useNotBlocked(log.messages ?? NONE);
  const pending = useMemo(() => pendingWith(held, log.pending), [held, log.pending]);
  return {
    ...state,
    log: { ...log, pending, messages: log.messages && visible },
    send: (text, replyTo, kind = 'message') => void deliver({ clientId: randomId(), kind, text, replyTo }),
    retry: (clientId) => {
      const message = log.pending.find((pending) => pending.clientId === clientId);
      if (message) void deliver(message);
    },
    discard: (clientId) => {
      const message = held.find((own) => own.clientId === clientId);
      if (message) void withdraw(message.id);
      else change({ kind: 'discarded', clientId });
    },
    loadOlder: () => {
      if (loading.current || !log.hasOlder || oldest === undefined) return;
      loading.current = true;
      call('GET /api/streams/:id/chat', { params: { id: streamId }, query: { before: oldest } })
        .then((page) => change({ kind: 'older', ...page }))
        // The next scroll requests the messages again.
        .catch(() => {})
        .finally(() => {
          loading.current = false;
        });
    },
  };
}

/** Collects items that arrive quickly. The first of a batch is passed on at once. */
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
