import { type RefObject, useLayoutEffect, useRef } from 'react';

const GLIDE: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * Lets the children of a list glide to a new place instead of jumping there. Each child that takes
 * part carries `data-glide` with its key; `order` changes when they may have moved.
 */
export function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
  const last = useRef(new Map<string, { x: number; y: number }>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: places are measured anew when the order changes.
  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const places = new Map<string, { x: number; y: number }>();
    for (const child of list.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || child.dataset.glide === undefined) continue;
      // Offsets are in the list's own space: scrolling and running glides do not disturb them.
      const place = { x: child.offsetLeft, y: child.offsetTop };
      places.set(child.dataset.glide, place);
      const before = last.current.get(child.dataset.glide);
      if (still || !before || (before.x === place.x && before.y === place.y)) continue;
      child.animate(
        [{ transform: `translate(${before.x - place.x}px, ${before.y - place.y}px)` }, { transform: 'none' }],
        GLIDE,
      );
    }
    last.current = places;
  }, [list, order]);
}
