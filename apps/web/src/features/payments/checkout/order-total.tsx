import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';

interface OrderTotalProps {
  /** The price that is paid now. */
  today: string;
  label?: string;
  /** Later payments: when, and how much. */
  later?: readonly [when: ReactNode, price: string];
  /** The terms that the payer agrees to. */
  children: ReactNode;
}

/** The price and terms of a purchase. */
export const OrderTotal = ({
  today,
  label = t('payments.total.total'),
  later,
  children,
}: OrderTotalProps) => (
  <section aria-label={t('payments.total.label')} className="flex flex-col gap-2">
    <dl className="flex flex-col gap-2 border-line border-y py-4">
      <div className="flex items-baseline justify-between gap-4 font-medium">
        <dt>{label}</dt>
        <dd className="font-display font-semibold text-amber text-lg tabular-nums">{today}</dd>
      </div>
      {later && (
        <div className="flex justify-between gap-4 text-muted">
          <dt>{later[0]}</dt>
          <dd className="whitespace-nowrap tabular-nums">{later[1]}</dd>
        </div>
      )}
    </dl>
    <p className="text-muted text-sm">{children}</p>
  </section>
);
