/** The texts about the providers that this product knows. Others have the server's texts. */
import { t } from '@/lib/messages/t.ts';

type Texts = Readonly<Partial<Record<string, string>>>;

const METHODS: Texts = {
  crypto: t('payments.method.crypto'),
  sandbox: t('payments.test.badge'),
  stripe: t('payments.method.stripe'),
};

const NAMES: Texts = { crypto: t('payments.provider.crypto') };

const SUMMARIES: Texts = {
  crypto: t('payments.provider.cryptoSummary'),
  paypal: t('payments.provider.paypalSummary'),
  sandbox: t('payments.provider.sandboxSummary'),
  stripe: t('payments.provider.stripeSummary'),
};

/** The name of a method for payers, such as `Card`. */
export const methodName = (method: string, label: string): string => METHODS[method] ?? label;

export const providerName = (provider: string, label: string): string => NAMES[provider] ?? label;

export const providerSummary = (provider: string, summary: string): string => SUMMARIES[provider] ?? summary;
