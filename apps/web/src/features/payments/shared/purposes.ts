import type { Purpose } from '@tributary/contracts/payments';

/** What a payment was for. */
export const PURPOSE_NAMES: Readonly<Record<Purpose, string>> = {
  donation: 'Donation',
  ticket: 'Ticket',
  subscription: 'Subscription',
  gift: 'Gift subscription',
};
