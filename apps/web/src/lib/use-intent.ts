import { useEffect, useEffectEvent } from 'react';
import { rememberIntent, takeIntent } from './intent.ts';
import { useSession } from './session.ts';

/**
 * Runs `act` for a visitor who presses a button that needs an account, signs in, and returns to the page.
 * @param action the name of the button and its subject
 * @returns a function that the button calls for a visitor, before they are sent to sign in
 */
export function useIntent(action: string, act: () => void): () => void {
  const signedIn = useSession().state === 'signed-in';
  const run = useEffectEvent(act);
  useEffect(() => {
    if (signedIn && takeIntent(action)) run();
  }, [signedIn, action]);
  return () => rememberIntent(action);
}
