import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { finishSignIn, type Proceed } from '@/features/identity/index.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';

/**
 * What follows an answer of the server to a sign-in or sign-up: on to where one came from, to the
 * second factor, or to the mailbox.
 * @returns `unconfirmed`: the address whose mail has to be opened first
 */
export function useProceed(from: string | undefined): { proceed: Proceed; unconfirmed: string | null } {
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const navigate = useNavigate();
  const leave = useAfterSignIn(from);
  const proceed: Proceed = async (state, email) => {
    if (state === 'confirm_address') {
      setUnconfirmed(email);
    } else if (state === 'second_factor') {
      await navigate({ to: '/login', search: { ...(from && { from }), step: 'second-factor' } });
    } else {
      await finishSignIn();
      leave();
    }
  };
  return { proceed, unconfirmed };
}
