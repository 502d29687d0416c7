import { type ReactNode, useEffect } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { DialogFrame } from '@/ui/overlays/dialog.tsx';
import { InDialog } from '../forms/form-parts.tsx';

interface SignInDialogProps {
  /** The sign-in forms. */
  children: ReactNode;
  onClose: () => void;
}

/** The sign-in forms over a page, which goes on behind them. Closes once somebody is signed in, in any tab. */
export function SignInDialog({ children, onClose }: SignInDialogProps) {
  const signedIn = useSession().state === 'signed-in';
  useEffect(() => {
    if (signedIn) onClose();
  }, [signedIn, onClose]);
  return (
    <DialogFrame open onOpenChange={onClose}>
      <InDialog value={true}>{children}</InDialog>
      <div className="mt-4 flex justify-end">
        <Button variant="quiet" onClick={onClose}>
          {t('identity.dialog.notNow')}
        </Button>
      </div>
    </DialogFrame>
  );
}
