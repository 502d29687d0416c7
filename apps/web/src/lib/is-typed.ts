/** Whether a key that was pressed belongs to what has the focus, or to the browser: then it is no shortcut of a page. */
export function isTyped(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null
  );
}
