import { type PointerEvent, useRef, useState } from 'react';
import { indexAt, moveTo } from './tier-order.ts';

/**
 * Reorders a list by drag handles, with a mouse, a pen or a finger. During a drag, elements keep their place in the
 * document, which keeps the pointer capture, and move by the CSS property `order`.
 */
export function useDragOrder(ids: readonly string[], onDrop: (id: string, index: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const order = drag ? moveTo(ids, drag.id, drag.index) : ids;

  const middles = (id: string): number[] =>
    [...(list.current?.children ?? [])]
      .filter((_, index) => ids[index] !== id)
      .map((item) => item.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);

  return {
    list,
    draggedId: drag?.id,
    styleOf: (id: string) => ({ order: order.indexOf(id) }),
    handleOf: (id: string) => ({
      onPointerDown: ({ button, pointerId, currentTarget }: PointerEvent) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        setDrag({ id, index: ids.indexOf(id) });
      },
      onPointerMove: ({ clientY }: PointerEvent) =>
        drag?.id === id && setDrag({ id, index: indexAt(middles(id), clientY) }),
      onPointerUp: () => {
        setDrag(null);
        if (drag?.id === id && ids[drag.index] !== id) onDrop(id, drag.index);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}
