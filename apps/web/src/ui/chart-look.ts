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
