import { type ReactNode, useEffect, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';

/** Emails take a moment to arrive, so another one can be sent only after this pause. */
const PAUSE_SECONDS = 30;

interface ResendButtonProps {
  send: () => Promise<unknown>;
  children: ReactNode;
}

/** Sends an email again, after a countdown. */
export function ResendButton({ send, children }: ResendButtonProps) {
  const [left, setLeft] = useState(PAUSE_SECONDS);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const resend = async () => {
    setBusy(true);
    try {
      await send();
      setLeft(PAUSE_SECONDS);
      toast.success(t('identity.resend.sent'));
    } catch (error) {
      toast.failure(t('identity.resend.failed'), error);
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" busy={busy} disabled={left > 0} onClick={resend}>
      {children}
      {left > 0 && <span className="tabular-nums">{t('identity.resend.wait', { seconds: left })}</span>}
    </Button>
  );
}
