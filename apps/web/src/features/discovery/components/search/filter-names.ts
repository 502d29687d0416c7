/** The names of the values of filters. */
import { t } from '@/lib/messages/t.ts';

export const ACCESS_NAMES: Readonly<Record<string, string>> = {
  free: t('discovery.filters.free'),
  subscribers: t('discovery.filters.subscribers'),
  event: t('discovery.filters.ticket'),
};

export const LENGTH_NAMES: Readonly<Record<string, string>> = {
  short: t('discovery.filters.short'),
  medium: t('discovery.filters.medium'),
  long: t('discovery.filters.long'),
};
