import type { ChatAuthor, ChatEmote } from '@tributary/contracts/chat';
import { clsx } from 'clsx';
import { t } from '@/lib/messages/t.ts';
import { EmoteText } from '../../emotes/emote-text.tsx';
import type { PendingMessage } from '../../engine/log/chat-log.ts';
import { AuthorName, rowLook } from './message-row.tsx';
import { ReplyContext } from './reply-context.tsx';

interface PendingRowProps {
  message: PendingMessage;
  author: ChatAuthor;
  /** The emotes of the channel. */
  emotes: readonly ChatEmote[];
  onRetry: () => void;
  onDiscard: () => void;
}

const link = 'min-h-6 px-1 font-semibold text-accent underline-offset-2 hover:underline';

/** A message of this person that is not in the chat yet. */
export function PendingRow({
  message: { kind, text, replyTo, state, problem },
  author,
  emotes,
  onRetry,
  onDiscard,
}: PendingRowProps) {
  const isHeld = state === 'held';
  return (
    <li className={rowLook} data-pending={state}>
      {replyTo && <ReplyContext reply={replyTo} />}
      <AuthorName author={author} isActing={kind === 'action'} />
      <bdi className={state === 'sending' ? 'text-ink' : 'text-muted'}>
        <EmoteText text={text} emotes={emotes.filter(({ canUse }) => canUse)} />
      </bdi>
      {state !== 'sending' && (
        <p
          role={isHeld ? 'status' : 'alert'}
          className={clsx('text-xs', isHeld ? 'text-muted' : 'text-live')}
        >
          {isHeld ? t('chat.row.waiting') : (problem ?? t('chat.row.refused'))}
          <span className="ms-1 whitespace-nowrap">
            {state === 'failed' && (
              <>
                <button type="button" className={link} onClick={onRetry}>
                  {t('ui.tryAgain')}
                </button>
                ·
              </>
            )}
            <button type="button" className={link} onClick={onDiscard}>
              {t('chat.row.discard')}
            </button>
          </span>
        </p>
      )}
    </li>
  );
}
