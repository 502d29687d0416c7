import { Scissors } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { ClipDialog, type ClipSource, type RangePreview } from './clip-dialog.tsx';

interface ClipButtonProps {
  source: ClipSource;
  streamerId: string;
  /** The position in the recording in milliseconds; null: live. */
  position: () => number | null;
  preview: RangePreview;
  /** Asks a visitor who presses it to sign in first; the dialog opens once they have. */
  onSignedOut: (action: string) => void;
  /** The size of the page's button. */
  size?: 'sm' | 'md';
  /** Renders another button than that of the page. */
  button?: (open: () => void) => ReactNode;
}

/** Opens the dialog that makes a clip. Renders nothing if only the streamer can make clips. */
export function ClipButton({
  source,
  streamerId,
  position,
  preview,
  onSignedOut,
  size = 'md',
  button,
}: ClipButtonProps) {
  const { state, user } = useSession();
  const allowedTo = useApi(
    'GET /api/streams/:id/clip-permission',
    { params: { id: source.id } },
    { retry: false },
  ).data?.allowedTo;
  const [at, setAt] = useState<{ positionMs: number | null } | null>(null);
  // The position at which a visitor pressed the button, which has passed once they are signed in.
  const wanted = useRef<number | null>(null);
  const remember = useIntent(`clip ${source.id}`, () => setAt({ positionMs: wanted.current ?? position() }));
  const open = () => {
    if (state === 'signed-in') return setAt({ positionMs: position() });
    wanted.current = position();
    remember();
    onSignedOut(t('clips.signIn.makeClip'));
  };
  if (allowedTo === undefined || (allowedTo === 'nobody' && user?.id !== streamerId)) return null;
  return (
    <>
      {button?.(open) ?? (
        <Button variant="secondary" size={size} onClick={open}>
          <Scissors size={17} aria-hidden="true" />
          {t('clips.clip')}
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
