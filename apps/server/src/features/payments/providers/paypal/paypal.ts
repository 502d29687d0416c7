/** Payments through PayPal: orders, subscriptions, refunds, disputes and payouts of the platform's account. */
import { ProviderRefused } from '../provider.errors.ts';
import type { Disputes, PaymentProvider } from '../provider.ts';
import { createPaypalApi, type PaypalApi, PaypalRefused } from './paypal-api.ts';
import { createCertificates } from './paypal-certificates.ts';
import { PAYPAL_EVENTS } from './paypal-events.ts';
import * as objects from './paypal-objects.ts';
import { createPaypalPayments } from './paypal-payments.ts';
import { createPaypalPayouts } from './paypal-payouts.ts';
import { createPaypalReader, isRefusal, NOT_FOUND, type PaypalReader, pathOf } from './paypal-reader.ts';
import { createPaypalSubscriptions } from './paypal-subscriptions.ts';
import { createPaypalTransactions } from './paypal-transactions.ts';
import type * as wire from './paypal-types.ts';
import { createPaypalWebhooks } from './paypal-webhooks.ts';

export interface PaypalEnvironment {
  readonly apiUrl: string;
  readonly websiteUrl: string;
  readonly certificateOrigin: string;
  readonly certificateName: string;
  /** Trusted certificates, instead of those of Node. */
  readonly certificateRoots?: readonly string[];
}

export const PAYPAL_ENVIRONMENTS = {
  live: {
    apiUrl: 'https://api-m.paypal.com',
    websiteUrl: 'https://www.paypal.com',
    certificateOrigin: 'https://api.paypal.com',
    certificateName: 'messageverificationcerts.paypal.com',
  },
  sandbox: {
    apiUrl: 'https://api-m.sandbox.paypal.com',
    websiteUrl: 'https://www.sandbox.paypal.com',
    certificateOrigin: 'https://api.sandbox.paypal.com',
    certificateName: 'messageverificationcerts.sandbox.paypal.com',
  },
} as const satisfies Record<string, PaypalEnvironment>;

export interface PaypalOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The id of the webhook at PayPal, which signatures include. */
  readonly webhookId: string;
  readonly isTest: boolean;
  readonly currency: string;
  /** Base URL of the instance. */
  readonly publicUrl: string;
  readonly now: () => Date;
  /** The local server that tests call. */
  readonly environment?: PaypalEnvironment;
  readonly timeoutMs?: number;
}

export function createPaypal(options: PaypalOptions): PaymentProvider {
  const { webhookId, isTest, currency, now } = options;
  const environment: PaypalEnvironment =
    options.environment ?? PAYPAL_ENVIRONMENTS[isTest ? 'sandbox' : 'live'];
  const { apiUrl, websiteUrl, certificateOrigin: origin, certificateName: name } = environment;
  const { certificateRoots: roots } = environment;
  const api = createPaypalApi({ ...options, apiUrl });
  const reader = createPaypalReader(api, now);
  const loginReturnUrl = new URL('/api/payout-accounts/paypal/return', options.publicUrl).href;
  const payouts = createPaypalPayouts({ ...options, api, websiteUrl, loginReturnUrl });
  const findCertificate = createCertificates({ origin, name, ...(roots && { roots }) });
  return {
    name: 'paypal',
    isTest,
    refundsBy: 'provider',
    ...createPaypalPayments(api, reader),
    readRefund: reader.readRefund,
    ...createPaypalTransactions(api, now),
    testConnection: () => testConnection(api, webhookId, isTest),
    webhooks: createPaypalWebhooks({ webhookId, findCertificate, reader, payouts }),
    subscriptions: createPaypalSubscriptions({ api, reader, currency, websiteUrl }),
    payouts,
    disputes: createPaypalDisputes(api, reader),
  };
}

async function testConnection(api: PaypalApi, webhookId: string, isTest: boolean): Promise<string> {
  const connected = `Connected to PayPal ${isTest ? 'in its sandbox' : 'with real money'}`;
  try {
    const { url, event_types: types } = await api.call(
      objects.webhook,
      `GET /v1/notifications/webhooks/${pathOf(webhookId)}`,
    );
    const sent = types.map((type) => type.name);
    const missing = sent.includes('*') ? [] : PAYPAL_EVENTS.filter((event) => !sent.includes(event));
    return missing.length === 0
      ? `${connected}. Webhooks go to ${url}.`
      : `${connected}. The webhook to ${url} lacks these events: ${missing.join(', ')}.`;
  } catch (error) {
    if (!isRefusal(error, NOT_FOUND)) throw error;
    return `${connected}, but this app has no webhook with the ID ${webhookId}. Create one at PayPal.`;
  }
}

/** PayPal's limit for evidence and messages. */
const TEXT_MAX = 2000;

function createPaypalDisputes(api: PaypalApi, reader: PaypalReader): Disputes {
  /** Sends notes without a file, which PayPal documents although all of its examples have files. */
  async function provideEvidence(path: `/${string}`, notes: string): Promise<void> {
    const evidence = { evidences: [{ evidence_type: 'OTHER', notes }] } satisfies wire.Evidences;
    const input = JSON.stringify(evidence);
    const body = new FormData();
    body.append('input', new Blob([input], { type: 'application/json' }));
    try {
      await api.call(objects.nothing, `POST ${path}`, { body });
    } catch (cause) {
      if (!(cause instanceof PaypalRefused)) throw cause;
      throw new ProviderRefused(
        'PayPal did not take this evidence. Answer the dispute in PayPal’s Resolution Center, where you can attach documents.',
        { cause },
      );
    }
  }

  return {
    read: reader.ofDispute,
    async submitEvidence(disputeId, notes) {
      if (notes.length > TEXT_MAX)
        throw new ProviderRefused(
          `PayPal takes at most ${TEXT_MAX} characters. Shorten the text of ${notes.length}.`,
        );
      const path = `/v1/customer/disputes/${pathOf(disputeId)}` as const;
      const { links } = await api.call(objects.dispute, `GET ${path}`);
      // Before a dispute becomes a claim, the seller can only write to the payer.
      if (links.has('provide_evidence')) {
        await provideEvidence(`${path}/provide-evidence`, notes);
      } else if (links.has('send_message')) {
        await api.call(objects.nothing, `POST ${path}/send-message`, { body: { message: notes } });
      } else {
        throw new ProviderRefused('PayPal takes no evidence for this dispute at the moment.');
      }
      return reader.ofDispute(disputeId);
    },
  };
}
