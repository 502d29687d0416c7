import type { ChatMessage } from '@tributary/contracts/chat';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { shownText } from './fact-text.ts';

/** The shortest time between announcements of new messages to screen readers. */
const EVERY_MS = 6_000;
/** The number of messages that are read out; more are counted instead. */
const READ_OUT = 3;

/** Reads new messages to screen readers, a few at a time. */
export function Announcer({ messages }: { messages: readonly ChatMessage[] | null }) {
  const newest = messages?.at(-1)?.number ?? null;
  const [told, setTold] = useState<number | null>(null);
  const [text, setText] = useState('');
  // Messages from before the chat was opened are not read out.
  if (told === null && newest !== null) setTold(newest);

  const announce = useEffectEvent(() => {
    const fresh = (messages ?? []).filter((message) => message.number > (told ?? 0) && message.text !== null);
    if (fresh.length === 0) return;
    setTold(newest);
    const last = fresh.slice(-READ_OUT).map((message) => {
      const { author, kind, text } = message;
      if (kind === 'system') return shownText(message);
      return `${author.displayName}${kind === 'action' ? '' : ':'} ${text}`;
    });
    setText(
      [
        ...(fresh.length > READ_OUT ? [t('chat.list.newMessages', { count: fresh.length })] : []),
        ...last,
      ].join('\n'),
    );
  });
  useEffect(() => {
    const timer = setInterval(() => announce(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <p aria-live="polite" className="sr-only whitespace-pre-line">
      {text}
    </p>
  );
}
