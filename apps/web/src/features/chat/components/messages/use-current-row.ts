import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';

/** The name in a row, which opens the card of its author. */
const NAME = '[data-number] button[data-name]';

interface CurrentRow {
  list: RefObject<HTMLElement | null>;
  /** Called when the viewer moves through the messages by keyboard, so that the row with the focus must stay. */
  onStay: (row: HTMLElement) => void;
  /** Called when the focus has left the messages. */
  onLeave: () => void;
}

/**
 * The messages as one stop of the Tab key, as a composite widget (ARIA APG). The arrow keys move between them, Home and
 * End to the first and last one on the page, and Tab goes through the controls of the current one.
 */
export function useCurrentRow({ list, onStay, onLeave }: CurrentRow) {
  const [current, setCurrent] = useState<string | null>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const element = list.current;
    const { key, target } = event;
    if (!element || !(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return;
    const names = [...element.querySelectorAll<HTMLElement>(NAME)];
    const row = target.closest('[data-number]');
    if (row === null && (target !== element || key === 'Home' || key === 'End')) return;
    const next = row ? nextTo(names, row, key) : atEdge(names, element, key);
    event.preventDefault();
    // Scrolls first, since the row keeps the position that it has when it gets the focus.
    next?.closest('[data-number]')?.scrollIntoView({ block: 'nearest' });
    next?.focus({ preventScroll: true });
  };

  return {
    current,
    onKeyDown,
    onFocus({ target }: FocusEvent<HTMLElement>): void {
      const row = target.closest<HTMLElement>('[data-number]');
      // A click also focuses, but the chat keeps following new messages.
      if (!row || !target.matches(':focus-visible')) return;
      setCurrent(row.dataset.number ?? null);
      onStay(row);
    },
    /** Handles a blur of the part of the page that the focus leaves. */
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
      if (current === null || currentTarget.contains(relatedTarget)) return;
      setCurrent(null);
      onLeave();
    },
  };
}

function nextTo(names: readonly HTMLElement[], row: Element, key: string): HTMLElement | undefined {
  if (key === 'Home') return names[0];
  if (key === 'End') return names.at(-1);
  // System lines among the messages have no name.
  const { DOCUMENT_POSITION_FOLLOWING: AFTER, DOCUMENT_POSITION_PRECEDING: BEFORE } = Node;
  const others = names.filter((name) => !row.contains(name));
  return key === 'ArrowUp'
    ? others.findLast((name) => row.compareDocumentPosition(name) & BEFORE)
    : others.find((name) => row.compareDocumentPosition(name) & AFTER);
}

/** The newest message in view; for the down arrow the oldest one. */
function atEdge(names: readonly HTMLElement[], list: HTMLElement, key: string): HTMLElement | undefined {
  const { top, bottom } = list.getBoundingClientRect();
  const inView = names.filter((name) => {
    const box = name.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom;
  });
  return key === 'ArrowUp' ? inView.at(-1) : inView[0];
}
