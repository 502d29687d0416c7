import { createContext, use } from 'react';

/**
 * Where things that float are put; null is the end of the page. A player in full screen hides all that
 * is not inside it, so it provides itself.
 */
export const PortalContext = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return use(PortalContext);
}
