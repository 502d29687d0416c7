import { type ComponentType, lazy } from 'react';

/**
 * A chart, whose library is fetched only where there is something to draw. Where it does not come, the
 * page around it goes on: a table says the same.
 */
export const lazyChart = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: NoChart })));

function NoChart() {
  return (
    <p className="flex min-h-24 items-center justify-center text-balance px-4 text-center text-muted text-sm">
      The chart could not be loaded. Reload the page to see it.
    </p>
  );
}
