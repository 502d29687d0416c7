/** Keeps the keyboard focus in place when the focused element disappears. */
/**
 * A ref for the element that holds the buttons and their heading. When a focused button is removed with its
 * row, the next row's button gets the focus, after the last row the previous one, and the heading when none
 * is left. Otherwise the focus would return to the top of the page.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  const buttons = () => [...root.querySelectorAll('button')];
  let held: { readonly button: HTMLButtonElement; readonly isInRow: boolean; index: number } | null = null;

  const onFocusIn = ({ target }: FocusEvent) => {
    held =
      target instanceof HTMLButtonElement
        ? { button: target, isInRow: target.closest('li') !== null, index: buttons().indexOf(target) }
        : null;
  };

  const observer = new MutationObserver(() => {
    if (held === null) return;
    const { button, isInRow, index } = held;
    const left = buttons();
    if (button.isConnected) {
      held.index = left.indexOf(button);
      return;
    }
    held = null;
    // The focus has already moved elsewhere.
    if (document.activeElement !== document.body) return;
    const next = isInRow ? left[Math.min(index, left.length - 1)] : undefined;
    if (next) next.focus();
    else focusHeading(root);
  });

  root.addEventListener('focusin', onFocusIn);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', onFocusIn);
    observer.disconnect();
  };
}

function focusHeading(root: HTMLElement): void {
  const heading = root.querySelector<HTMLElement>('h1, h2, h3');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** The focused element; for a menu, which closes by itself, the button that opened it. */
export function focused(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const place = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
  return place instanceof HTMLElement ? place : null;
}

/**
 * Restores the focus after an overlay closes; falls back to the start of the page if the element is gone or
 * disabled.
 */
export function returnFocus(place: HTMLElement | null): void {
  place?.focus();
  if (place === null || document.activeElement !== place) document.querySelector('main')?.focus();
}
