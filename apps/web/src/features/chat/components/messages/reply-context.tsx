import type { ChatReply } from '@tributary/contracts/chat';
import { CornerUpRight } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { EmoteText } from '../../emotes/emote-text.tsx';
import { nameColor } from '../../engine/people/name-color.ts';

/** The answered message in one line. */
export function ReplyContext({ reply: { author, text, emotes } }: { reply: ChatReply }) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted text-xs leading-5">
      <CornerUpRight
        size={12}
        role="img"
        aria-label={t('chat.row.inReplyTo')}
        className="shrink-0 rtl:-scale-x-100"
      />
      {author && (
        <bdi className="max-w-1/2 shrink-0 truncate font-semibold" style={{ color: nameColor(author.id) }}>
          {author.displayName || author.username}
        </bdi>
      )}
      {text === null ? (
        <span className="truncate italic">{t('chat.message.deleted')}</span>
      ) : (
        <bdi className="truncate">
          <EmoteText text={text} emotes={emotes} />
        </bdi>
      )}
    </p>
  );
}
