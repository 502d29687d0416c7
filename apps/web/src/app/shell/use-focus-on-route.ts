import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** After a change of page the keyboard and screen readers go on from its beginning, not from the link they left. */
export function useFocusOnRoute(target: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const first = last.current === undefined;
    const moved = path !== last.current;
    last.current = path;
    const { activeElement } = document;
    // A page that has put the focus into a field of its own knows better, and a dialog opened meanwhile keeps it.
    const taken =
      target.current?.contains(activeElement) || activeElement?.closest('[role=dialog][data-state=open]');
    if (!first && moved && !taken) target.current?.focus({ preventScroll: true });
  }, [path, target]);
}
