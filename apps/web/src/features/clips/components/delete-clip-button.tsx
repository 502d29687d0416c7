import type { Clip } from '@tributary/contracts/clips';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { useDeleteClip, useModerates } from '../api/queries.ts';

/**
 * Deletes a clip, for its creator, its channel with its moderators, and admins, who give a reason. Renders nothing for
 * others.
 */
export function DeleteClipButton({ clip, onDeleted }: { clip: Clip; onDeleted?: () => void }) {
  const { user } = useSession();
  const remove = useDeleteClip();
  const [reason, setReason] = useState('');
  const isOwn = user?.id === clip.streamer.id || user?.username === clip.creator.username;
  const isAdmin = user?.roles.includes('admin') ?? false;
  const isStreamersOwn = clip.creator.username === clip.streamer.username;
  const moderates = useModerates(clip, user !== null && !isOwn && !isAdmin && !isStreamersOwn);
  const givesReason = isAdmin && !isOwn;
  if (!isOwn && !isAdmin && !moderates) return null;
  return (
    <ConfirmButton
      label={t('clips.delete.button')}
      button={{ 'aria-label': t('clips.delete.named', { title: clip.title }) }}
      title={t('clips.delete.title')}
      description={t('clips.delete.effect')}
      confirm={t('clips.delete.confirm')}
      disabled={givesReason && reason.trim().length < 3}
      onConfirm={() =>
        remove.mutateAsync({ id: clip.id, reason: givesReason ? reason : null }).then(onDeleted)
      }
      failure={t('clips.delete.failed')}
    >
      {givesReason && (
        <Field label={t('clips.delete.reason')} hint={t('clips.delete.reasonHint')}>
          {(control) => (
            <Textarea
              {...control}
              maxLength={500}
              value={reason}
              onChange={(e) => setReason(e.target.value)}
            />
          )}
        </Field>
      )}
    </ConfirmButton>
  );
}
