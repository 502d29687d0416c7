import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

const DELAY_MS = 400;

/** Whether to play previews: not if the user prefers reduced data or motion. */
function previewsAllowed(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  const saveData =
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData;
  return !saveData && !matchMedia('(prefers-reduced-data: reduce), (prefers-reduced-motion: reduce)').matches;
}

/**
 * Chooses the list item to preview: the one hovered by a mouse or focused by keyboard for 0.4 seconds.
 * Never on touch, where a tap opens the stream.
 */
export function useHoverPreview() {
  const [target, setTarget] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<string | null>(null);

  useEffect(() => {
    if (target === null || !previewsAllowed()) return;
    const timer = setTimeout(() => setPreviewed(target), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setPreviewed(null);
    };
  }, [target]);

  const leave = (id: string) => setTarget((now) => (now === id ? null : now));
  return {
    previewed,
    handlersFor: (id: string) => ({
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') setTarget(id);
      },
      onPointerLeave: () => leave(id),
      onFocus: (event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) setTarget(id);
      },
      onBlur: () => leave(id),
    }),
  };
}
