import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

const HIDE_AFTER_MS = 2_600;

/**
 * Shows the controls for a while after pointer or keyboard activity, and always while `pinned`
 * (paused, or a menu is open) or a finger is on them. A tap shows them, another one hides them.
 */
export function useControlsVisibility(pinned: boolean) {
  /** Rises with each activity, which restarts the timer; null while hidden. */
  const [activity, setActivity] = useState<number | null>(0);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (activity === null || pinned || held) return;
    const timer = setTimeout(() => setActivity(null), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [activity, pinned, held]);

  const show = () => setActivity((count) => (count ?? 0) + 1);
  const release = () => {
    if (held) show();
    setHeld(false);
  };
  return {
    visible: activity !== null || pinned,
    show,
    toggle: () => (activity === null ? show() : setActivity(null)),
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') show();
      },
      // A finger that drags along the seek bar stays with it; a mouse shows them as it moves.
      onPointerDown: ({ pointerType, target }: PointerEvent) =>
        setHeld(pointerType !== 'mouse' && target instanceof Element && target.closest('fieldset') !== null),
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') setActivity(null);
      },
      // A tap focuses the player itself, and decides by itself whether the controls show.
      onFocus: (event: FocusEvent) => event.target !== event.currentTarget && show(),
      onKeyDown: show,
    },
  };
}
