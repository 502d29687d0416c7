import type { ChatAuthor, ChatMessage } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { ArrowDown } from 'lucide-react';
import {
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { useChannelEmotes } from '../../api/emotes.ts';
import type { ShownChat } from '../../api/use-chat.ts';
import { FOLLOWING, pause, rangeOf, showNewer, showOlder } from '../../engine/log/chat-window.ts';
import { UserCard } from '../people/user-card.tsx';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { EDGE, firstVisible, isAtEnd, type Place, placeOf } from './scroll-place.ts';
import { useCurrentRow } from './use-current-row.ts';

interface MessageListProps {
  streamId: StreamId;
  channelId: UserId;
  chat: ShownChat;
  /** The signed-in person, whose messages are shown before they are stored. */
  self: ChatAuthor | null;
  empty: string;
  /** Absent if messages cannot be answered. */
  onReply?: ((message: ChatMessage) => void) | undefined;
}

/** Follows the newest messages, and keeps its position while the viewer reads. */
export function MessageList({ streamId, channelId, chat, self, empty, onReply }: MessageListProps) {
  const { log, loadOlder } = chat;
  const messages = log.messages ?? NONE;
  const emotes = useChannelEmotes(channelId, log.pending.length > 0);
  const numbers = useMemo(() => messages.map(({ number }) => number), [messages]);
  const [window, setWindow] = useState(FOLLOWING);
  const list = useRef<HTMLOListElement>(null);
  /** The row that keeps its position on the screen. */
  const anchor = useRef<Place | null>(null);
  const [selected, setSelected] = useState<ChatMessage | null>(null);
  const selectedName = useRef<HTMLElement>(null);
  const onAuthor = useCallback((message: ChatMessage, name: HTMLElement) => {
    selectedName.current = name;
    setSelected(message);
  }, []);
  const isFollowing = window.upTo === null;
  const { from, to } = rangeOf(window, numbers);
  const shown = messages.slice(from, to);
  const unseen = messages.length - to;

  useLayoutEffect(() => {
    const element = list.current;
    if (!element || shown.length + log.pending.length === 0) return;
    if (isFollowing) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const row =
      anchor.current && element.querySelector<HTMLElement>(`[data-number="${anchor.current.number}"]`);
    if (row && anchor.current) element.scrollTop += row.getBoundingClientRect().top - anchor.current.top;
  }, [isFollowing, shown, log.pending]);

  function onScroll(): void {
    const element = list.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below < EDGE) {
      if (!isFollowing) setWindow(showNewer(window, numbers));
      return;
    }
    anchor.current = firstVisible(element);
    if (isFollowing) setWindow(pause(window, numbers));
    if (element.scrollTop >= EDGE) return;
    if (from > 0) setWindow(showOlder(window, numbers));
    else loadOlder();
  }

  /** Keeps a message from moving away under the pointer. */
  function onPointer({ pointerType, type }: PointerEvent): void {
    const element = list.current;
    if (!element || pointerType !== 'mouse' || !isAtEnd(element)) return;
    anchor.current = firstVisible(element);
    setWindow(type === 'pointerenter' ? pause(window, numbers) : FOLLOWING);
  }

  /** Keeps the row with the keyboard's focus in place, too. */
  const currentRow = useCurrentRow({
    list,
    onStay: (row) => {
      anchor.current = placeOf(row);
      if (list.current && isAtEnd(list.current)) setWindow(pause(window, numbers));
    },
    onLeave: () => {
      if (list.current && isAtEnd(list.current)) setWindow(FOLLOWING);
    },
  });

  /** Keeps the position of a message when content is added to one above it. */
  function onOver({ target }: SyntheticEvent): void {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-number]');
    if (row) anchor.current = placeOf(row);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus; this follows it.
    <div
      // The card of a person belongs to their message.
      onBlur={(event) => selected === null && currentRow.onBlur(event)}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      <ol
        ref={list}
        aria-label={t('chat.list.messages')}
        // The list scrolls with the keyboard, and leads to the messages.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
        tabIndex={0}
        onScroll={onScroll}
        onPointerEnter={onPointer}
        onPointerLeave={onPointer}
        onMouseOver={onOver}
        onFocus={(event) => {
          onOver(event);
          currentRow.onFocus(event);
        }}
        onKeyDown={currentRow.onKeyDown}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-2 py-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {log.messages === null && (
          <li className="m-auto text-muted">
            <Spinner label={t('chat.list.loading')} />
          </li>
        )}
        {log.messages?.length === 0 && log.pending.length === 0 && (
          <li className="m-auto px-4 text-center text-muted text-sm">{empty}</li>
        )}
        {/* Keeps few messages at the bottom, beside the message box. */}
        <li aria-hidden="true" className="mt-auto" />
        {shown.map((message) => (
          <MessageRow
            key={message.number}
            message={message}
            self={self}
            isCurrent={currentRow.current === String(message.number)}
            onAuthor={onAuthor}
            onReply={onReply}
          />
        ))}
        {self &&
          isFollowing &&
          log.pending.map((message) => (
            <PendingRow
              key={message.clientId}
              message={message}
              author={self}
              emotes={emotes}
              onRetry={() => chat.retry(message.clientId)}
              onDiscard={() => chat.discard(message.clientId)}
            />
          ))}
      </ol>
      {selected && (
        <UserCard
          key={selected.number}
          streamId={streamId}
          channelId={channelId}
          message={selected}
          anchor={selectedName}
          onReply={onReply}
          onClose={() => setSelected(null)}
        />
      )}
      {!isFollowing && (
        <Button
          size="sm"
          onClick={() => {
            setWindow(FOLLOWING);
            // The list gets the focus, because this button disappears.
            list.current?.focus();
          }}
          className="-translate-x-1/2 absolute bottom-2 left-1/2 rounded-full shadow-float"
        >
          <ArrowDown size={16} aria-hidden="true" />
          {unseen > 0
            ? t('chat.list.unseen', { count: unseen, shown: formatCount(unseen) })
            : t('chat.list.newest')}
        </Button>
      )}
    </div>
  );
}

const NONE: readonly ChatMessage[] = [];
