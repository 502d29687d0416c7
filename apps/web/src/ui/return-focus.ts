/** Where the keyboard goes on once something that lay over the page is closed. */

/** What has the focus; of a menu, which closes by itself, the button that opened it. */
export function focused(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const place = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
  return place instanceof HTMLElement ? place : null;
}

/** Back to where one was; to the beginning of the page where that is gone or cannot be pressed any more. */
export function returnFocus(place: HTMLElement | null): void {
  place?.focus();
  if (place === null || document.activeElement !== place) document.querySelector('main')?.focus();
}
