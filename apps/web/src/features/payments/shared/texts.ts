import { HOLDING_DAYS, type Purpose } from '@tributary/contracts/payments';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';

/** The names of purposes. */
export const PURPOSE_NAMES: Readonly<Record<Purpose, string>> = {
  donation: t('payments.purpose.donation'),
  ticket: t('payments.purpose.ticket'),
  subscription: t('payments.purpose.subscription'),
  gift: t('payments.purpose.gift'),
};

/** The rule about when payments become available to creators. */
export const AVAILABILITY = t('payments.availability', { days: HOLDING_DAYS });

/** The rule about when the ticket money of one event becomes available. */
export const TICKET_AVAILABILITY = t('payments.ticketAvailability', { days: HOLDING_DAYS });

/** A price, or `Free`. */
export const formatPrice = (minor: number | null, currency: string): string =>
  minor ? formatMoney(minor, currency) : t('payments.free');
