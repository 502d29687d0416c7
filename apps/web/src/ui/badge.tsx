import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const look = cva(
  'inline-flex h-5 shrink-0 items-center whitespace-nowrap rounded-[5px] px-1.5 font-semibold text-xs',
  {
    variants: {
      tone: {
        neutral: 'bg-surface-3 text-muted',
        accent: 'bg-accent-soft text-accent',
        live: 'bg-live-soft text-live',
        amber: 'bg-amber-soft text-amber',
        green: 'bg-green-soft text-green',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Badge({ tone, children }: VariantProps<typeof look> & { children: ReactNode }) {
  return <span className={look({ tone })}>{children}</span>;
}
