/** The session as a React hook; session/ implements it. */
import { useSyncExternalStore } from 'react';
import { type Session, session } from './session/index.ts';

export { type Session, session } from './session/index.ts';

const subscribe = (listener: () => void) => session().onChange(listener);
const current = () => session().current;

export function useSession(): Session {
  return useSyncExternalStore(subscribe, current);
}
