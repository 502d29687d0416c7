import type { ReactNode } from 'react';
import { CheckoutPage, CheckoutStatus, NextStep, useCheckout } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';

interface DonationStatusProps {
  checkoutId: string;
  /** The page that the donor came from. */
  from?: string | undefined;
  /** The way back if there is no page to return to. */
  fallback: ReactNode;
  /** Another attempt. */
  retry: ReactNode;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean | undefined;
}

/** The page that the payment page of a donation returns to, with the thanks or the state of the payment. */
export function DonationStatus({ checkoutId, from, fallback, retry, hasLeft }: DonationStatusProps) {
  const { data: checkout } = useCheckout(checkoutId);
  const isPaid = checkout?.status === 'paid';
  return (
    <CheckoutPage
      title={checkout?.description || t('donations.status.title')}
      from={isPaid ? undefined : from}
    >
      <CheckoutStatus
        id={checkoutId}
        paid={{
          title: t('donations.status.thanks'),
          text:
            checkout &&
            t('donations.status.arrived', { amount: formatMoney(checkout.amount, checkout.currency) }),
          actions: <NextStep from={from} fallback={fallback} />,
        }}
        retry={retry}
        hasLeft={hasLeft}
      />
    </CheckoutPage>
  );
}
