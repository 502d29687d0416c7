import { createContext, use } from 'react';

/**
 * Where overlays are rendered; null means the end of the page. A player in full screen hides everything
 * outside it, so it provides itself.
 */
export const PortalContext = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return use(PortalContext);
}
