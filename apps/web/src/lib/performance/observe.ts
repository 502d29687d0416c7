interface Entries {
  'first-input': PerformanceEventTiming;
  longtask: PerformanceEntry;
  resource: PerformanceResourceTiming;
  navigation: PerformanceNavigationTiming;
}

/** Calls `listener` for past and future performance entries of a type, if the browser supports it. */
export function observe<Type extends keyof Entries>(
  type: Type,
  listener: (entry: Entries[Type]) => void,
): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  // The browser delivers only entries of the observed type.
  const tell = (entries: PerformanceEntryList) => (entries as Entries[Type][]).forEach(listener);
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type, buffered: true });
}
