import { Link, useNavigate } from '@tanstack/react-router';
import type { HeldComment } from '@tributary/contracts/comments';
import type { UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useHeldCount, useHeldQueue } from '../api/queries.ts';
import { CommentContext } from './comment-context.ts';
import { CommentRow } from './comment-row.tsx';
import { Decision } from './held-comments.tsx';

/** The comments below all recordings of a channel that wait for its moderators. */
export function HeldCommentQueue({ channelId }: { channelId: UserId }) {
  const list = useHeldQueue(channelId);
  const count = useHeldCount(channelId);
  return (
    <Section
      title={t('comments.queue.title')}
      {...(count > 0 && {
        aside: <Badge tone="amber">{t('comments.queue.waiting', { count })}</Badge>,
      })}
    >
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState message={t('comments.queue.failed')} onRetry={() => void list.refetch()} />
        ) : (
          <Skeleton className="h-6" />
        )
      ) : list.data.length === 0 ? (
        <p className="text-muted text-sm">{t('comments.queue.none')}</p>
      ) : (
        <>
          <ul className="flex flex-col gap-6">
            {list.data.map((comment) => (
              <li key={comment.id}>
                <QueuedComment comment={comment} />
              </li>
            ))}
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </Section>
  );
}

function QueuedComment({ comment }: { comment: HeldComment }) {
  const navigate = useNavigate();
  const { title, slug, username } = comment.recording;
  const params = { username, slug };
  return (
    <CommentContext
      value={{
        streamId: comment.streamId,
        canModerate: true,
        canWrite: false,
        lengthSeconds: null,
        onSeek: (t) => void navigate({ to: '/s/$username/$slug', params, search: { t } }),
        onSignedOut: () => undefined,
      }}
    >
      <p className="mb-1.5 truncate text-muted text-sm">
        <Link to="/s/$username/$slug" params={params} search={{ comment: comment.id }}>
          <bdi>{title}</bdi>
        </Link>
      </p>
      <CommentRow comment={comment} actions={<Decision comment={comment} />} />
    </CommentContext>
  );
}
