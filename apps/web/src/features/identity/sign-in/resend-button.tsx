import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';

/** A mail needs a moment to arrive; asking for another sooner only makes two. */
const PAUSE_SECONDS = 30;

interface ResendButtonProps {
  send: () => Promise<unknown>;
  children: ReactNode;
}

/** Sends a mail once more, with a pause that counts down. */
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
      toast.success('Sent again');
    } catch (error) {
      toast.error('The mail was not sent', { description: messageOf(error) });
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" busy={busy} disabled={left > 0} onClick={resend}>
      {children}
      {left > 0 && <span className="tabular-nums">({left} s)</span>}
    </Button>
  );
}
