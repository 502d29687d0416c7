import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '@/lib/session.ts';

/**
 * Leads on from the sign-in pages: to where one came from, else Home. Somebody who is signed in
 * already is led on at once.
 */
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
