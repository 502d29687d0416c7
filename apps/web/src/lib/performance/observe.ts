/** The entries of the browser's timeline that TypeScript's DOM types lack. */
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
 * Calls `listener` for what has been and for what comes; not at all in a browser without this kind.
 * @returns what the browser has seen and not told yet, to be asked for at the end
 */
export function observe<Type extends keyof Entries>(
  type: Type,
  listener: (entry: Entries[Type]) => void,
): () => void {
  // The browser hands out entries of the type that was asked for.
  const tell = (entries: PerformanceEntryList) => (entries as Entries[Type][]).forEach(listener);
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => {};
  const observer = new PerformanceObserver((list) => tell(list.getEntries()));
  // Answers in less than 40 ms are quick enough to tell nothing.
  observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 40 }) });
  return () => tell(observer.takeRecords());
}
