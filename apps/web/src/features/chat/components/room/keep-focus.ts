/** Keeps the keyboard focus in a chat when a focused control in one of its banners disappears. */

/** Marks a banner: a poll, a pinned message, a raid. */
export const BANNER = { 'data-banner': '' } as const;

/**
 * A ref for the element that contains the banners and the message box. When a control that the keyboard has focused
 * disappears, the first control left in its banner gets the focus, else the message box, and without one the first
 * button of the chat. Otherwise the focus would return to the top of the page.
 */
export function keepFocusInChat(chat: HTMLElement | null): (() => void) | undefined {
  if (chat === null) return undefined;
  let held: { readonly control: Element; readonly banner: Element } | null = null;

  const onFocusIn = ({ target }: FocusEvent) => {
    const control = target instanceof Element ? target : null;
    const banner = control?.closest('[data-banner]');
    // After a click, the focus is not in use, and a message box that gets it opens the keyboard of a phone.
    held = control && banner && control.matches(':focus-visible') ? { control, banner } : null;
  };
  const observer = new MutationObserver(() => {
    if (held === null || held.control.isConnected) return;
    const { banner } = held;
    held = null;
    // The focus has already moved elsewhere.
    if (document.activeElement !== document.body) return;
    const next =
      (banner.isConnected && banner.querySelector<HTMLElement>('button:enabled, a[href]')) ||
      chat.querySelector<HTMLElement>('textarea') ||
      chat.querySelector<HTMLElement>('button:enabled');
    next?.focus();
  });

  chat.addEventListener('focusin', onFocusIn);
  observer.observe(chat, { childList: true, subtree: true });
  return () => {
    chat.removeEventListener('focusin', onFocusIn);
    observer.disconnect();
  };
}
