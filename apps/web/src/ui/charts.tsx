import { type ComponentType, lazy } from 'react';
import { t } from '@/lib/messages/t.ts';

/** The style of all charts: colors from the design tokens, and no animation. */
const TICK = { fill: 'var(--muted)', fontSize: 12 } as const;

export const CHART = { margin: { top: 8, right: 0, bottom: 0, left: 0 } } as const;

/** Names a chart, whose points are reached with the arrow keys. */
export const chartName = (label: string) => ({
  role: 'application',
  'aria-label': t('ui.chart.name', { label }),
});

export const GRID = { vertical: false, stroke: 'var(--line)' } as const;

export const X_AXIS = {
  tick: TICK,
  tickLine: false,
  axisLine: { stroke: 'var(--line)' },
  minTickGap: 24,
} as const;

export const Y_AXIS = {
  width: 40,
  tick: TICK,
  tickLine: false,
  axisLine: false,
  allowDecimals: false,
} as const;

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

/** The colors of a chart's series. */
export function ChartLegend({ series }: { series: readonly { key: string; name: string; color: string }[] }) {
  return (
    <ul className="flex gap-5 text-muted text-sm">
      {series.map(({ key, name, color }) => (
        <li key={key} className="flex items-center gap-2">
          <span className="size-2.5 rounded-[3px]" style={{ background: color }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/**
 * Loads a chart, and with it the chart library, on first use. If it fails to load, the page keeps working: a
 * table holds the same data.
 */
export const lazyChart = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: NoChart })));

function NoChart() {
  return (
    <p className="flex min-h-24 items-center justify-center text-balance px-4 text-center text-muted text-sm">
      {t('ui.chart.notLoaded')}
    </p>
  );
}
