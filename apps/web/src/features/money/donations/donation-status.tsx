import type { ReactNode } from 'react';
import { useCheckout } from '../api/use-checkout.ts';
import { CheckoutStatus } from '../checkout/checkout-status.tsx';
import { formatMoney } from '../shared/format-money.ts';

interface DonationStatusProps {
  checkoutId: string;
  /** Back to where the donation started. */
  back: ReactNode;
  /** Another attempt. */
  retry: ReactNode;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean | undefined;
}

/** Where the payment page of a donation returns to: the thanks, or what became of it. */
export function DonationStatus({ checkoutId, back, retry, hasLeft }: DonationStatusProps) {
  const { data: checkout } = useCheckout(checkoutId);
  return (
    <CheckoutStatus
      id={checkoutId}
      paid={{
        title: 'Thank you',
        text: checkout && `Your donation of ${formatMoney(checkout.amount, checkout.currency)} has arrived.`,
        actions: back,
      }}
      retry={retry}
      hasLeft={hasLeft}
    />
  );
}
