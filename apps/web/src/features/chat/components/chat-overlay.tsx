/** The page that streaming software shows over the picture of a stream: messages that appear and fade. */
import type { ChatMessage } from '@tributary/contracts';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { changeOverlay, EMPTY_OVERLAY, SHOWN_MS } from '../engine/overlay-log.ts';
import { AuthorName } from './messages/message-row.tsx';
import { MessageText } from './messages/message-text.tsx';

export function ChatOverlay({ token }: { token: string }) {
  useDocumentTitle('Chat');
  const [{ messages, isRefused }, change] = useReducer(changeOverlay, EMPTY_OVERLAY);
  useTopic(`chat-overlay:${token}`, (message) => {
    if (message.kind === 'refused') change({ kind: 'refused' });
    else if (message.kind === 'append') change({ kind: 'received', message: message.data });
    else if (message.kind === 'patch') change({ kind: 'deleted', deleted: message.data.deleted });
  });
  useEffect(() => {
    const { style } = document.documentElement;
    style.background = 'transparent';
    return () => void style.removeProperty('background');
  }, []);
  return (
    <div className="fixed inset-0 flex flex-col justify-end gap-2 overflow-hidden p-6">
      <h1 className="sr-only">Chat</h1>
      {isRefused && (
        <p className="rounded-media bg-black/80 p-4 text-white">
          This address isn’t valid any more. Copy the new one from your dashboard.
        </p>
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

function OverlayRow({ message, onOver }: { message: ChatMessage; onOver: () => void }) {
  const { author, kind, text } = message;
  const remove = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => remove(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <li
      style={{ animation: `fade 200ms, fade 400ms reverse ${SHOWN_MS - 400}ms forwards` }}
      className="max-w-[min(40rem,100%)] rounded-media bg-black/70 px-3 py-1.5 font-medium text-[1.75rem] text-white leading-9 [&_.text-ink]:text-white [&_.text-muted]:text-white [color-scheme:dark] [overflow-wrap:anywhere]"
    >
      {kind !== 'system' && <AuthorName author={author} isActing={kind === 'action'} />}
      <MessageText text={text ?? ''} emotes={message.emotes} self={null} isAction={kind === 'action'} />
    </li>
  );
}
