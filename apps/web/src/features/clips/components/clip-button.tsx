import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useClipPermission } from '../api/queries.ts';
import { ClipDialog, type ClipSource, type PartPreview } from './clip-dialog.tsx';

interface ClipButtonProps {
  source: ClipSource;
  streamerId: string;
  /** What is being watched, in milliseconds of the recording; null: live. */
  position: () => number | null;
  preview: PartPreview;
  /** Sends a visitor who presses it to sign in. */
  onSignedOut: () => void;
}

/** Opens the dialog that makes a clip; renders nothing where nobody but the streamer can. */
export function ClipButton({ source, streamerId, position, preview, onSignedOut }: ClipButtonProps) {
  const { state, user } = useSession();
  const allowedTo = useClipPermission(source.id);
  const [at, setAt] = useState<{ positionMs: number | null } | null>(null);
  if (allowedTo === undefined || (allowedTo === 'nobody' && user?.id !== streamerId)) return null;
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => (state === 'signed-in' ? setAt({ positionMs: position() }) : onSignedOut())}
      >
        <Scissors size={17} aria-hidden="true" />
        Clip
      </Button>
      {at && (
        <ClipDialog
          source={source}
          positionMs={at.positionMs}
          preview={preview}
          onClose={() => setAt(null)}
        />
      )}
    </>
  );
}
