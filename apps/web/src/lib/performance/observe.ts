/** Performance entries by type, with the fields that TypeScript's DOM types lack. */
interface Entries {
  'layout-shift': PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
  event: PerformanceEventTiming & { readonly interactionId: number };
  'first-input': PerformanceEventTiming & { readonly interactionId: number };
  'largest-contentful-paint': PerformanceEntry;
  paint: PerformanceEntry;
  longtask: PerformanceEntry;
  resource: PerformanceResourceTiming;
  navigation: PerformanceNavigationTiming;
}

/**
 * Calls `listener` for past and future entries of a type, if the browser supports it.
 * @returns a function that flushes the entries not delivered yet
 */
export function observe<Type extends keyof Entries>(
  type: Type,
  listener: (entry: Entries[Type]) => void,
): () => void {
  // The browser delivers only entries of the observed type.
  const tell = (entries: PerformanceEntryList) => (entries as Entries[Type][]).forEach(listener);
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => {};
  const observer = new PerformanceObserver((list) => tell(list.getEntries()));
  // Responses faster than 40 ms don't matter for INP.
  observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 40 }) });
  return () => tell(observer.takeRecords());
}
