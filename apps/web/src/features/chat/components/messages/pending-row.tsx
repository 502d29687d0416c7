import type { ChatAuthor } from '@tributary/contracts';
import type { PendingMessage } from '../../engine/chat-log.ts';
import { AuthorName, rowLook } from './message-row.tsx';
import { ReplyContext } from './reply-context.tsx';

interface PendingRowProps {
  message: PendingMessage;
  author: ChatAuthor;
  onRetry: () => void;
  onDiscard: () => void;
}

const link = 'min-h-6 px-1 font-semibold text-accent underline-offset-2 hover:underline';

/** A message of this person that the server has not stored. */
export function PendingRow({
  message: { kind, text, replyTo, problem },
  author,
  onRetry,
  onDiscard,
}: PendingRowProps) {
  return (
    <li className={rowLook} data-pending={problem === null ? 'sending' : 'failed'}>
      {replyTo && <ReplyContext reply={replyTo} />}
      <AuthorName author={author} isActing={kind === 'action'} />
      <bdi className={problem === null ? 'text-ink' : 'text-muted'}>{text}</bdi>
      {problem !== null && (
        <p role="alert" className="text-live text-xs">
          {problem}
          <span className="ms-1 whitespace-nowrap">
            <button type="button" className={link} onClick={onRetry}>
              Try again
            </button>
            <button type="button" className={link} onClick={onDiscard}>
              Discard
            </button>
          </span>
        </p>
      )}
    </li>
  );
}
