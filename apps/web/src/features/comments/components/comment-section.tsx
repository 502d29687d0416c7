import type { CommentOrder, CommentSection as Section } from '@tributary/contracts/comments';
import type { StreamId } from '@tributary/contracts/shared';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useBlockedIds } from '@/lib/blocks.ts';
import { formatMoment } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { useComments, useLinkedComment, useSection, useWriteComment } from '../api/queries.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentContext, useCommentContext } from './comment-context.ts';
import { CommentThread } from './comment-thread.tsx';
import { HeldComments } from './held-comments.tsx';
import { CommentsSwitch, OrderSwitch } from './section-controls.tsx';

interface CommentSectionProps {
  streamId: StreamId;
  streamerId: string;
  lengthSeconds: number | null;
  /** The comment that the address leads to. */
  linkedId?: string | undefined;
  onSeek: (seconds: number) => void;
  onSignedOut: (action: string) => void;
}

/** Whether the viewer may not watch the recording, which the player explains. */
const isOutOfReach = (error: Error | null) =>
  error instanceof ApiProblem && (error.status === 403 || error.status === 404);

/** The comments of a recording. */
export function CommentSection({ streamId, streamerId, linkedId, ...rest }: CommentSectionProps) {
  const { state, user } = useSession();
  const { data: section, error, refetch } = useSection(streamId);
  if (!section) {
    if (isOutOfReach(error)) return null;
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
    return <Loading />;
  }
  const { isChannelOn, isRecordingOn, canModerate, ban } = section;
  const isOn = isChannelOn && isRecordingOn;
  const isStreamer = user?.id === streamerId;
  const canWrite = isOn && ban === null && state !== 'loading';
  return (
    <CommentContext value={{ ...rest, streamId, canModerate, canWrite }}>
      <section id="comments" aria-labelledby="comments-title" className="flex scroll-mt-20 flex-col gap-6">
        <Contents
          section={section}
          isStreamer={isStreamer}
          isShown={isOn || canModerate}
          streamId={streamId}
          linkedId={linkedId}
        />
      </section>
    </CommentContext>
  );
}

interface ContentsProps {
  section: Section;
  isStreamer: boolean;
  isShown: boolean;
  streamId: StreamId;
  linkedId: string | undefined;
}

function Contents({ section, isStreamer, isShown, streamId, linkedId }: ContentsProps) {
  const [order, setOrder] = useState<CommentOrder>('top');
  const { count, heldCount, isChannelOn, isRecordingOn } = section;
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="comments-title" className="text-lg tabular-nums">
          {count === 0 ? t('comments.title') : t('comments.count', { count })}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {isShown && count > 1 && <OrderSwitch order={order} onChange={setOrder} />}
          {isStreamer && (
            <CommentsSwitch streamId={streamId} isOn={isRecordingOn} isChannelOn={isChannelOn} />
          )}
        </div>
      </div>
      {!(isChannelOn && isRecordingOn) && <p className="text-muted">{t('comments.off')}</p>}
      <Writing section={section} streamId={streamId} onWritten={() => setOrder('newest')} />
      <HeldComments id={streamId} count={heldCount} />
      <LinkedComment id={linkedId} />
      {isShown && <List streamId={streamId} order={order} linkedId={linkedId} />}
    </>
  );
}

/** The form for a comment, or why there is none. */
function Writing({
  section: { ban },
  streamId,
  onWritten,
}: Pick<ContentsProps, 'section' | 'streamId'> & { onWritten: () => void }) {
  const { user, state } = useSession();
  const { canWrite, onSignedOut } = useCommentContext();
  const write = useWriteComment(streamId);
  if (ban !== null) {
    return (
      <p role="status" className="rounded-control bg-surface-1 p-4 text-muted">
        {ban.until === null
          ? t('comments.banned')
          : t('comments.bannedUntil', { time: formatMoment(ban.until) })}
        {ban.reason !== '' && ` ${t('comments.banReason', { reason: ban.reason })}`}
      </p>
    );
  }
  if (!canWrite) return null;
  if (state !== 'signed-in' || user === null) {
    return (
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => onSignedOut(t('comments.signIn.write'))}
      >
        {t('comments.signIn')}
      </Button>
    );
  }
  return (
    <div className="flex gap-3">
      <Avatar name={user.displayName || user.username} src={user.avatar} size={40} />
      <CommentComposer
        label={t('comments.write')}
        action={t('comments.send')}
        send={async (text) => {
          await write.mutateAsync({ text });
          onWritten();
        }}
      />
    </div>
  );
}

function LinkedComment({ id }: { id: string | undefined }) {
  const comment = useLinkedComment(id);
  return comment ? <CommentThread comment={comment} isLinked /> : null;
}

interface ListProps {
  streamId: StreamId;
  order: CommentOrder;
  /** The comment that stands above the list. */
  linkedId: string | undefined;
}

function List({ streamId, order, linkedId }: ListProps) {
  const blocked = useBlockedIds();
  const { canWrite } = useCommentContext();
  return (
    <ListFrame
      query={useComments(streamId, order)}
      skeleton={<Rows />}
      empty={
        <EmptyState icon={MessageCircle} title={t('comments.none')}>
          {canWrite ? t('comments.none.first') : t('comments.none.later')}
        </EmptyState>
      }
    >
      {(comments) => (
        <ul aria-label={t('comments.title')} className="flex flex-col gap-6">
          {comments
            .filter(({ id, author }) => id !== linkedId && !blocked.has(author.id))
            .map((comment) => (
              <li key={comment.id}>
                <CommentThread comment={comment} />
              </li>
            ))}
        </ul>
      )}
    </ListFrame>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('comments.loading')} className="flex flex-col gap-6">
      <Skeleton className="h-7 w-40" />
      <Rows />
    </div>
  );
}

const Rows = () => (
  <div className="flex flex-col gap-6">
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex gap-3">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </div>
    ))}
  </div>
);
