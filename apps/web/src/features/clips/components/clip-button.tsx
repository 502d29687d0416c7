import { Scissors } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useClipPermission } from '../api/queries.ts';
import { ClipDialog, type ClipSource, type RangePreview } from './clip-dialog.tsx';

interface ClipButtonProps {
  source: ClipSource;
  streamerId: string;
  /** What is being watched, in milliseconds of the recording; null: live. */
  position: () => number | null;
  preview: RangePreview;
  /** Sends a visitor who presses it to sign in. */
  onSignedOut: () => void;
  /** Another look than that of a button of the page. */
  button?: (open: () => void) => ReactNode;
}

/** Opens the dialog that makes a clip; renders nothing where nobody but the streamer can. */
export function ClipButton({ source, streamerId, position, preview, onSignedOut, button }: ClipButtonProps) {
  const { state, user } = useSession();
  const allowedTo = useClipPermission(source.id);
  const [at, setAt] = useState<{ positionMs: number | null } | null>(null);
  if (allowedTo === undefined || (allowedTo === 'nobody' && user?.id !== streamerId)) return null;
  const open = () => (state === 'signed-in' ? setAt({ positionMs: position() }) : onSignedOut());
  return (
    <>
      {button?.(open) ?? (
        <Button variant="secondary" onClick={open}>
          <Scissors size={17} aria-hidden="true" />
          Clip
        </Button>
      )}
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
