import { type ComponentType, lazy } from 'react';

/** The style of all charts: colors from the design tokens, and no animation. */
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
 * Loads a chart, and with it the chart library, on first use. If it fails to load, the page keeps working: a
 * table holds the same data.
 */
export const lazyChart = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: NoChart })));

function NoChart() {
  return (
    <p className="flex min-h-24 items-center justify-center text-balance px-4 text-center text-muted text-sm">
      Couldn’t load the chart. Reload the page to try again.
    </p>
  );
}
