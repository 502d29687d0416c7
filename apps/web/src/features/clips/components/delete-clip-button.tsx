import type { Clip } from '@tributary/contracts/clips';
import { useState } from 'react';
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
      label="Delete"
      button={{ 'aria-label': `Delete ${clip.title}` }}
      title="Delete this clip?"
      description="Links to it stop working. The stream and its recording stay."
      confirm="Delete clip"
      disabled={givesReason && reason.trim().length < 3}
      onConfirm={() =>
        remove.mutateAsync({ id: clip.id, reason: givesReason ? reason : null }).then(onDeleted)
      }
      failure="Couldn’t delete the clip"
    >
      {givesReason && (
        <Field label="Reason" hint="Kept in the audit log.">
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
