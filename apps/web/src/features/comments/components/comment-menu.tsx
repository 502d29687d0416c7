import type { Comment } from '@tributary/contracts/comments';
import { Ban, Flag, MoreVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import { ReportDialog } from '@/ui/report/report-button.tsx';
import { useBan, useDeleteComment } from '../api/queries.ts';
import { useCommentContext } from './comment-context.ts';

type Step = 'delete' | 'ban' | 'report';

/** The actions on a comment besides liking and answering it. */
export function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { user } = useSession();
  const { canModerate, canWrite, streamId } = useCommentContext();
  const [step, setStep] = useState<Step | null>(null);
  const remove = useDeleteComment();
  const ban = useBan(streamId, comment.author.id);
  const isOwn = user?.id === comment.author.id;
  // Moderators cannot act on the streamer.
  const moderates = canModerate && !isOwn && comment.author.role !== 'streamer';
  const name = comment.author.displayName || comment.author.username;
  const dialogOf = (of: Step) => ({ open: step === of, onOpenChange: () => setStep(null) });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('comments.menu', { name })}
            className="-my-1 max-sm:size-11 max-sm:-my-2.5"
          >
            <MoreVertical size={16} aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {isOwn && canWrite && (
            <DropdownMenuItem onSelect={onEdit}>
              <Pencil size={16} aria-hidden="true" />
              {t('comments.edit')}
            </DropdownMenuItem>
          )}
          {(isOwn || moderates) && (
            <DropdownMenuItem onSelect={() => setStep('delete')}>
              <Trash2 size={16} aria-hidden="true" />
              {t('comments.delete')}
            </DropdownMenuItem>
          )}
          {moderates && (
            <DropdownMenuItem onSelect={() => setStep('ban')}>
              <Ban size={16} aria-hidden="true" />
              {t('comments.ban')}
            </DropdownMenuItem>
          )}
          {!isOwn && (
            <DropdownMenuItem onSelect={() => setStep('report')}>
              <Flag size={16} aria-hidden="true" />
              {t('comments.report')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        {...dialogOf('delete')}
        title={t('comments.delete.title')}
        description={
          comment.replies > 0
            ? t('comments.delete.withReplies', { count: comment.replies })
            : t('comments.delete.lead')
        }
        confirm={t('comments.delete')}
        onConfirm={() => remove.mutateAsync({ params: { id: comment.id } })}
        failure={t('comments.delete.failed')}
      />
      <ConfirmDialog
        {...dialogOf('ban')}
        title={t('comments.ban.title', { name })}
        description={t('comments.ban.lead')}
        confirm={t('comments.ban')}
        onConfirm={() => ban.mutateAsync()}
        done={t('comments.ban.done', { name })}
        failure={t('comments.ban.failed')}
      />
      {step === 'report' && (
        <ReportDialog
          target={{ kind: 'comment', id: comment.id }}
          what={t('comments.report.what')}
          open
          onClose={() => setStep(null)}
        />
      )}
    </>
  );
}
