import { type PointerEvent, useRef, useState } from 'react';
import { indexAt, moved } from './tier-order.ts';

/**
 * Puts the items of a list in another order by their handles, with a mouse, a pen or a finger. The elements stay where
 * they are in the document while one is dragged, which keeps the pointer, and move by the CSS property `order`.
 */
export function useDragOrder(ids: readonly string[], onDrop: (id: string, index: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const order = drag ? moved(ids, drag.id, drag.index) : ids;

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
