import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

const DELAY_MS = 500;

/** Whether previews are welcome: not where data or motion should be spared. */
function welcome(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  const saveData =
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData;
  return !saveData && !matchMedia('(prefers-reduced-data: reduce), (prefers-reduced-motion: reduce)').matches;
}

/**
 * Which one of a list to preview: the item that a mouse has rested on, or that the keyboard has
 * reached, for half a second. One at a time; never by touch, where a tap opens.
 */
export function useHoverPreview() {
  const [target, setTarget] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<string | null>(null);

  useEffect(() => {
    if (target === null || !welcome()) return;
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
