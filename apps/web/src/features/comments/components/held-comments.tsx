import type { Comment } from '@tributary/contracts/comments';
import type { StreamId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useDecideComment, useHeldComments } from '../api/queries.ts';
import { CommentRow } from './comment-row.tsx';

/** The comments that wait for a moderator, who shows or deletes each. */
export function HeldComments({ id, count }: { id: StreamId; count: number }) {
  const list = useHeldComments(id, count > 0);
  if (count === 0) return null;
  return (
    <section
      aria-label={t('comments.held.title', { count })}
      className="flex flex-col gap-4 rounded-media bg-amber-soft p-4"
    >
      <h3 className="text-base">{t('comments.held.title', { count })}</h3>
      <ul className="flex flex-col gap-5">
        {list.data?.map((comment) => (
          <li key={comment.id}>
            <CommentRow comment={comment} actions={<Decision comment={comment} />} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  );
}

/** Shows a comment that waits for a moderator, or deletes it. */
export function Decision({ comment: { id } }: { comment: Comment }) {
  const decide = useDecideComment(t('comments.held.failed'));
  const send = (outcome: 'released' | 'refused') => decide.mutate({ params: { id }, body: { outcome } });
  const chosen = decide.isPending ? decide.variables.body.outcome : null;
  return (
    <div className="mt-1 flex gap-2">
      <Button size="sm" className="max-sm:h-11" busy={chosen === 'released'} onClick={() => send('released')}>
        {t('comments.held.release')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:h-11"
        busy={chosen === 'refused'}
        onClick={() => send('refused')}
      >
        {t('comments.delete')}
      </Button>
    </div>
  );
}
