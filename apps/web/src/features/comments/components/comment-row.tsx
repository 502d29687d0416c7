import { Link } from '@tanstack/react-router';
import type { Comment } from '@tributary/contracts/comments';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { Ago } from '@/ui/time.tsx';
import { useEditComment } from '../api/queries.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { CommentText } from './comment-text.tsx';

interface CommentRowProps {
  comment: Comment;
  /** Buttons below the text. */
  actions?: ReactNode;
  /** Whether a link led to it. */
  isLinked?: boolean;
}

const LINES = 'line-clamp-6';
/** Longer comments are folded. */
const FOLDED_CHARACTERS = 500;

/** A comment with its author and the menu of what can be done with it. */
export function CommentRow({ comment, actions, isLinked = false }: CommentRowProps) {
  const { author, text, createdAt, editedAt, isHeld, parentId } = comment;
  const [isEditing, setEditing] = useState(false);
  const name = author.displayName || author.username;
  return (
    <article
      aria-label={t('comments.by', { name })}
      className={clsx('flex gap-3', isLinked && '-m-3 rounded-media bg-surface-1 p-3')}
    >
      <Avatar name={name} src={author.avatarUrl} size={parentId === null ? 40 : 28} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <p className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-sm">
            <Link
              to="/streamer/$username"
              params={{ username: author.username }}
              className="min-w-0 max-w-full font-semibold text-ink no-underline hover:text-accent"
            >
              <bdi className="block truncate">{name}</bdi>
            </Link>
            {author.isVerified && <VerifiedBadge size={14} />}
            {author.role === 'streamer' && <Badge tone="accent">{t('comments.badge.streamer')}</Badge>}
            {author.role === 'moderator' && <Badge tone="green">{t('comments.badge.moderator')}</Badge>}
            {author.isDemo && <Badge>{t('comments.badge.demo')}</Badge>}
            <span className="text-faint">
              <Ago at={createdAt} />
              {editedAt !== null && ` ${t('comments.edited')}`}
            </span>
            {isHeld && <Badge tone="amber">{t('comments.held.badge')}</Badge>}
            {isLinked && <Badge>{t('comments.linked')}</Badge>}
          </p>
          <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
        </div>
        {isEditing ? (
          <EditForm comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <>
            <Folded text={text} />
            {actions}
          </>
        )}
      </div>
    </article>
  );
}

function EditForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const edit = useEditComment(comment.id);
  return (
    <CommentComposer
      label={t('comments.edit.label')}
      action={t('comments.save')}
      initial={comment.text}
      autoFocus
      send={(text) => edit.mutateAsync(text)}
      onClose={onClose}
    />
  );
}

/** Shows the first lines of a long comment, and a button for the others. */
function Folded({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > FOLDED_CHARACTERS || text.split('\n').length > 6;
  if (!isLong) return <CommentText text={text} />;
  return (
    <>
      <div className={clsx(!isOpen && LINES)}>
        <CommentText text={text} />
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        className="self-start py-1 font-semibold text-muted text-sm hover:text-ink"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('comments.showLess') : t('comments.showAll')}
      </button>
    </>
  );
}
