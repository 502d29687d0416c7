import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files that are dropped on an element.
 * @returns whether files are being dragged over it
 */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const closing = new AbortController();
    const { signal } = closing;
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this, the browser opens the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    element.addEventListener('dragenter', onDrag, { signal });
    element.addEventListener('dragover', onDrag, { signal });
    element.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        // Moving the pointer to an element inside leaves this one, too.
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false);
      },
      { signal },
    );
    element.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => closing.abort();
  }, [target]);
  return isOver;
}
