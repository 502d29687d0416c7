import { createContext, use } from 'react';

/**
 * The element in which overlays are rendered; null means the end of the page. A player in full screen hides everything
 * outside it, so it provides itself.
 */
export const PortalContext = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return use(PortalContext);
}

/** The position and style of panels beside their button. */
export const FLOATING = { align: 'end', sideOffset: 8, collisionPadding: 8 } as const;
export const FLOATING_LOOK =
  'z-50 max-w-[calc(100vw-1rem)] animate-enter rounded-media bg-surface-2 text-ink shadow-float';
