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

/** PayPal’s dashboard is in English, so its keys keep the names that it shows. */
const KEYS: Readonly<Partial<Record<string, Texts>>> = {
  crypto: {
    chainId: t('payments.provider.key.chainId'),
    confirmations: t('payments.provider.key.confirmations'),
    maxPriceAgeSeconds: t('payments.provider.key.maxPriceAgeSeconds'),
    priceFeed: t('payments.provider.key.priceFeed'),
    rpcUrl: t('payments.provider.key.rpcUrl'),
    sequencerFeed: t('payments.provider.key.sequencerFeed'),
    usdcContract: t('payments.provider.key.usdcContract'),
  },
  stripe: {
    secretKey: t('payments.provider.key.secretKey'),
    webhookSecret: t('payments.provider.key.webhookSecret'),
  },
};

/** In the order in which the server lists them. */
const WEBHOOK_SENDERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  paypal: [t('payments.provider.sender.app')],
  stripe: [t('payments.provider.sender.account'), t('payments.provider.sender.connectedAccounts')],
};

/** The name of a method for payers, such as `Card`. */
export const methodName = (method: string, label: string): string => METHODS[method] ?? label;

export const providerName = (provider: string, label: string): string => NAMES[provider] ?? label;

export const providerSummary = (provider: string, summary: string): string => SUMMARIES[provider] ?? summary;

/** The name of one of the keys that an admin copies from the provider. */
export const keyName = (provider: string, key: string, label: string): string =>
  KEYS[provider]?.[key] ?? label;

export const webhookSender = (provider: string, index: number, sender: string): string =>
  WEBHOOK_SENDERS[provider]?.[index] ?? sender;
