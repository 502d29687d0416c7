/** How every chart of the creator's pages looks: the tokens' colours, nothing that moves by itself. */

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

export const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
export const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
