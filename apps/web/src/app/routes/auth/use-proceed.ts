import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { finishSignIn, type Proceed } from '@/features/identity/index.ts';
import { useSession } from '@/lib/session.ts';

/**
 * Continues after the server's answer to a sign-in or sign-up: back to the origin, to the second factor, or
 * to confirming the email address.
 * @returns `unconfirmed`: the address to confirm first
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

/** Leaves the sign-in pages for the origin, or Home. Leaves at once if the user is already signed in. */
export function useAfterSignIn(from: string | undefined): () => void {
  const session = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  const left = useRef(false);
  const leave = () => {
    if (left.current) return;
    left.current = true;
    if (from) router.history.replace(from);
    else void navigate({ to: '/', replace: true });
  };
  const signedIn = session.state === 'signed-in';
  useEffect(() => {
    if (signedIn) leave();
  });
  return leave;
}
