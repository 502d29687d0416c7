import { type PointerEvent, useEffect, useState } from 'react';

const HIDE_AFTER_MS = 2_600;

/**
 * When the controls show: after the pointer moved or a key was pressed, for a while; always while
 * `pinned` (paused, a menu is open). A tap shows them, another hides them.
 */
export function useControls(pinned: boolean) {
  /** Rises with each sign of life while awake; null is asleep. */
  const [awake, setAwake] = useState<number | null>(0);

  useEffect(() => {
    if (awake === null || pinned) return;
    const timer = setTimeout(() => setAwake(null), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [awake, pinned]);

  const wake = () => setAwake((count) => (count ?? 0) + 1);
  return {
    visible: awake !== null || pinned,
    wake,
    toggle: () => (awake === null ? wake() : setAwake(null)),
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') wake();
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') setAwake(null);
      },
      onFocus: wake,
    },
  };
}
