/**
 * Whether a key press belongs to a focused control or to the browser, and so isn't a shortcut of the page.
 */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null
  );
}
