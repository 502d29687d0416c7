import type { PaymentMethod, PaymentProvider, Purpose } from './provider.ts';

/** What can be paid with a method. The sandbox stands in for each: what crypto does not renew, it does not either. */
export const purposesOf = ({ purposes }: PaymentProvider, method: PaymentMethod): readonly Purpose[] =>
  method === 'crypto'
    ? purposes.filter((purpose) => purpose === 'donation' || purpose === 'ticket')
    : purposes;
