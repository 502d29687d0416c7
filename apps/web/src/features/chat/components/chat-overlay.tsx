/**
 * The page that streaming software shows over the video of a stream: messages that appear and fade, a pin and a poll.
 */
import type { ChatMessage, ChatPoll } from '@tributary/contracts/chat';
import { clsx } from 'clsx';
import { Pin } from 'lucide-react';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { useEndOf } from '../api/room.ts';
import { changeOverlay, EMPTY_OVERLAY, SHOWN_MS } from '../engine/log/overlay-log.ts';
import { headlined, shownText } from './messages/fact-text.ts';
import { AuthorName } from './messages/message-row.tsx';
import { MessageText } from './messages/message-text.tsx';
import { SupportIcon, SupportText } from './messages/support.tsx';
import { PollOptions, PollState } from './room/poll-parts.tsx';

const BOX =
  'max-w-[min(40rem,100%)] rounded-media bg-black/70 px-3 py-1.5 font-medium text-[1.75rem] text-white leading-9 [&_.text-ink]:text-white [&_.text-muted]:text-white [color-scheme:dark] [overflow-wrap:anywhere]';

export function ChatOverlay({ token }: { token: string }) {
  useDocumentTitle(t('chat.chat'));
  const [{ messages, room, isRefused }, change] = useReducer(changeOverlay, EMPTY_OVERLAY);
  useTopic(`chat-overlay:${token}`, (message) => {
    if (message.kind === 'refused') change({ kind: 'refused' });
    else if (message.kind === 'append') change({ kind: 'received', message: message.data });
    else if ('room' in message.data) change({ kind: 'room', room: message.data.room });
    else change({ kind: 'deleted', deleted: message.data.deleted });
  });
  const { pinned, poll } = room;
  useEndOf(pinned, pinned?.leftMs ?? null, () => change({ kind: 'room', room: { pinned: null } }));
  useEndOf(poll, !poll || poll.isOpen ? null : poll.leftMs, () =>
    change({ kind: 'room', room: { poll: null } }),
  );
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    style.background = 'transparent';
    const { theme } = dataset;
    // Text and badges are on dark boxes. The theme decides their colors on the root element only.
    dataset.theme = 'dark';
    return () => {
      style.removeProperty('background');
      if (theme === undefined) delete dataset.theme;
      else dataset.theme = theme;
    };
  }, []);
  return (
    <div className="fixed inset-0 flex flex-col justify-end gap-2 overflow-hidden p-6">
      <h1 className="sr-only">{t('chat.chat')}</h1>
      {isRefused && <p className="rounded-media bg-black/80 p-4 text-white">{t('chat.overlay.refused')}</p>}
      {(poll || pinned) && (
        <div className="absolute inset-x-6 top-6 flex flex-col items-start gap-2">
          {poll && <OverlayPoll poll={poll} />}
          {pinned && (
            <section aria-label={t('chat.pin.message')} className={clsx(BOX, 'line-clamp-3')}>
              <Pin size={22} aria-hidden="true" className="me-2 inline-block" />
              <Message message={pinned.message} />
            </section>
          )}
        </div>
      )}
      <ol className="flex flex-col items-start gap-2">
        {messages.map((message) => (
          <OverlayRow
            key={message.clientId}
            message={message}
            onOver={() => change({ kind: 'over', clientId: message.clientId })}
          />
        ))}
      </ol>
    </div>
  );
}

function OverlayPoll({ poll }: { poll: ChatPoll }) {
  return (
    <section aria-label={t('chat.poll.poll')} className={clsx(BOX, 'flex w-full flex-col gap-2')}>
      <p>{poll.question}</p>
      <div className="flex flex-col gap-1 text-[1.375rem] [&_.bg-surface-3]:bg-white/15 [&_.bg-faint]:bg-white/70">
        <PollOptions poll={poll} />
      </div>
      <p className="text-base">
        <PollState poll={poll} />
      </p>
    </section>
  );
}

function Message({ message }: { message: ChatMessage }) {
  const { author, kind, emotes, support } = message;
  const text = shownText(message);
  if (support && text !== null) {
    return (
      <>
        <SupportIcon kind={support.kind} />
        <SupportText support={headlined(message, support)} text={text} self={null} />
      </>
    );
  }
  return (
    <>
      {kind !== 'system' && <AuthorName author={author} isActing={kind === 'action'} />}
      <MessageText
        text={text ?? ''}
        emotes={emotes}
        self={null}
        isAction={kind === 'action'}
        // Viewers cannot follow links in a video.
        withoutLinks
      />
    </>
  );
}

function OverlayRow({ message, onOver }: { message: ChatMessage; onOver: () => void }) {
  const remove = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => remove(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  // Without motion there is no delay either, and the message would disappear at once.
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const animation = `fade 200ms, fade 400ms reverse ${SHOWN_MS - 400}ms forwards`;
  return (
    <li style={isStill ? undefined : { animation }} className={BOX}>
      <Message message={message} />
    </li>
  );
}
