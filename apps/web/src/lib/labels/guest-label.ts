import { t } from '@/lib/messages/t.ts';

/** The name of a donor without an account, marked as a guest's. @param name null if they gave none */
export const guestLabel = (name: string | null): string =>
  name === null ? t('lib.guest') : t('lib.guestNamed', { name });
