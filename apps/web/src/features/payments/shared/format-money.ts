import { formatMoney } from '@tributary/contracts/shared';

/** A price, or `Free`. */
export const formatPrice = (minor: number | null, currency: string): string =>
  minor ? formatMoney(minor, currency) : 'Free';
