/** What the browser says of the network, where it says anything (Network Information API). */
export function connection(): Record<string, unknown> {
  return 'connection' in navigator ? (Object(navigator.connection) as Record<string, unknown>) : {};
}

/** Whether the browser is set to save data. */
export function savesData(): boolean {
  if (typeof matchMedia === 'undefined') return false;
  return connection().saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
