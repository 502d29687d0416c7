import { type RefObject, useLayoutEffect, useRef } from 'react';

const GLIDE: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * Animates the children of a list to their new positions. Each animated child has its key in `data-glide`;
 * `order` changes when children may have moved.
 */
export function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
  const last = useRef(new Map<string, { x: number; y: number }>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are measured again when the order changes.
  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const positions = new Map<string, { x: number; y: number }>();
    for (const child of list.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || child.dataset.glide === undefined) continue;
      // Offsets are relative to the list, so scrolling and running animations don't affect them.
      const position = { x: child.offsetLeft, y: child.offsetTop };
      positions.set(child.dataset.glide, position);
      const before = last.current.get(child.dataset.glide);
      if (still || !before || (before.x === position.x && before.y === position.y)) continue;
      child.animate(
        [
          { transform: `translate(${before.x - position.x}px, ${before.y - position.y}px)` },
          { transform: 'none' },
        ],
        GLIDE,
      );
    }
    last.current = positions;
  }, [list, order]);
}
