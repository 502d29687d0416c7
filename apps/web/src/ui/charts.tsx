import { type ComponentType, lazy } from 'react';

/** How every chart looks: the tokens' colours, nothing that moves by itself. */
export const TICK = { fill: 'var(--muted)', fontSize: 12 } as const;

export const TOOLTIP = {
  isAnimationActive: false,
  contentStyle: {
    background: 'var(--surface-3)',
    border: 0,
    borderRadius: 8,
    boxShadow: 'var(--shadow-float)',
    fontSize: 14,
  },
  labelStyle: { color: 'var(--muted)' },
  itemStyle: { color: 'var(--ink)', fontVariantNumeric: 'tabular-nums' },
} as const;

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
