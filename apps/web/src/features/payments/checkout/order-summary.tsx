import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';

interface OrderSummaryProps {
  /** An avatar or a date. */
  image: ReactNode;
  title: ReactNode;
  children: ReactNode;
  /** The contents of the purchase. */
  more?: ReactNode;
}

/** The summary of a purchase. */
export const OrderSummary = ({ image, title, children, more }: OrderSummaryProps) => (
  <section
    aria-label={t('payments.order.summary')}
    className="flex flex-col gap-4 rounded-media bg-surface-1 p-5"
  >
    <div className="flex items-center gap-4">
      {image}
      <div className="flex min-w-0 flex-col gap-0.5">
        <h2 className="text-base [overflow-wrap:anywhere]">{title}</h2>
        <div className="text-muted text-sm [overflow-wrap:anywhere]">{children}</div>
      </div>
    </div>
    {more}
  </section>
);
