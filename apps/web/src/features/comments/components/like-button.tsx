import type { Comment } from '@tributary/contracts/comments';
import { clsx } from 'clsx';
import { ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useLikeComment } from '../api/queries.ts';
import { useCommentContext } from './comment-context.ts';

/** Likes a comment, or takes the like back. The list keeps its order until it is read again. */
export function LikeButton({ comment }: { comment: Comment }) {
  const { state } = useSession();
  const { onSignedOut } = useCommentContext();
  const like = useLikeComment(comment, t('comments.like.failed'));
  const [shown, setShown] = useState({ likes: comment.likes, isLiked: comment.isLiked });
  const [known, setKnown] = useState(comment);
  if (known !== comment) {
    setKnown(comment);
    setShown({ likes: comment.likes, isLiked: comment.isLiked });
  }
  const { likes, isLiked } = shown;

  function press() {
    if (state !== 'signed-in') return onSignedOut(t('comments.signIn.like'));
    if (like.isPending) return;
    const next = !isLiked;
    setShown({ likes: likes + (next ? 1 : -1), isLiked: next });
    like.mutate(next, {
      onSuccess: (answer) => setShown({ likes: answer.likes, isLiked: next }),
      onError: () => setShown(shown),
    });
  }

  return (
    <Button
      variant="quiet"
      size="sm"
      aria-pressed={isLiked}
      aria-label={t('comments.like', { count: likes })}
      className={clsx('gap-1.5! px-2! tabular-nums max-sm:h-11', isLiked && 'text-accent!')}
      onClick={press}
    >
      <ThumbsUp size={16} aria-hidden="true" fill={isLiked ? 'currentColor' : 'none'} />
      {likes > 0 && formatCount(likes)}
    </Button>
  );
}
