import type { Comment } from '@tributary/contracts/comments';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useBlockedIds } from '@/lib/blocks.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useReplies, useWriteComment } from '../api/queries.ts';
import { CommentComposer } from './comment-composer.tsx';
import { useCommentContext } from './comment-context.ts';
import { CommentRow } from './comment-row.tsx';
import { LikeButton } from './like-button.tsx';

/** A comment with its replies, which load when they are opened. */
export function CommentThread({ comment, isLinked = false }: { comment: Comment; isLinked?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  /** The comment that is answered: this one, or one of its replies. */
  const [answered, setAnswered] = useState<Comment | null>(null);
  const { streamId } = useCommentContext();
  const write = useWriteComment(streamId);
  const { replies } = comment;
  return (
    <div className="flex flex-col gap-2">
      <CommentRow
        comment={comment}
        isLinked={isLinked}
        actions={<Actions comment={comment} onReply={() => setAnswered(comment)} />}
      />
      <div className="flex flex-col gap-3 ps-13">
        {answered && (
          <CommentComposer
            key={answered.id}
            label={t('comments.reply.label', {
              name: answered.author.displayName || answered.author.username,
            })}
            action={t('comments.reply')}
            initial={answered.id === comment.id ? '' : `@${answered.author.username} `}
            autoFocus
            send={async (text) => {
              await write.mutateAsync({ text, replyTo: answered.id });
              setOpen(true);
            }}
            onClose={() => setAnswered(null)}
          />
        )}
        {(replies > 0 || isOpen) && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isOpen}
            className="-ms-3 self-start text-accent! max-sm:h-11"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size={16} aria-hidden="true" className={clsx(isOpen && 'rotate-180')} />
            {t('comments.replies', { count: replies })}
          </Button>
        )}
        {isOpen && <Replies comment={comment} onReply={setAnswered} />}
      </div>
    </div>
  );
}

function Replies({ comment, onReply }: { comment: Comment; onReply: (reply: Comment) => void }) {
  const list = useReplies(comment.id, true);
  const blocked = useBlockedIds();
  if (!list.data) {
    if (list.error)
      return (
        <p role="alert" className="text-muted text-sm">
          {messageOf(list.error)}
        </p>
      );
    return <Spinner label={t('ui.loading')} />;
  }
  const shown = list.data.filter(({ author }) => !blocked.has(author.id));
  return (
    <>
      <ul aria-label={t('comments.replies.list')} className="flex flex-col gap-4">
        {shown.map((reply) => (
          <li key={reply.id}>
            <CommentRow
              comment={reply}
              actions={<Actions comment={reply} onReply={() => onReply(reply)} />}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={list} label={t('comments.replies.more')} />
    </>
  );
}

function Actions({ comment, onReply }: { comment: Comment; onReply: () => void }) {
  const { state } = useSession();
  const { canWrite, onSignedOut } = useCommentContext();
  if (comment.isHeld) return null;
  const reply = () => (state === 'signed-in' ? onReply() : onSignedOut(t('comments.signIn.reply')));
  return (
    <div className="-ms-2 flex items-center gap-1">
      <LikeButton comment={comment} />
      {canWrite && (
        <Button variant="quiet" size="sm" className="px-2! max-sm:h-11" onClick={reply}>
          {t('comments.reply')}
        </Button>
      )}
    </div>
  );
}
