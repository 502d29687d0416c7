/** Verifies events that PayPal sends on their raw bytes, then reads their objects from the API. */
import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { WebhookRefused } from '../provider.errors.ts';
import type { Payouts, ProviderFact, Webhooks } from '../provider.ts';
import type { FindCertificate } from './paypal-certificates.ts';
import * as objects from './paypal-objects.ts';
import { isRefusal, NOT_FOUND, type PaypalReader } from './paypal-reader.ts';

/** Allows for clocks that differ. */
const TOLERANCE_MS = 300_000;
/** The type of a refund that reverses a sale, although it is named after the sale. */
const SALE_REVERSED = 'PAYMENT.SALE.REVERSED';
const ALGORITHM = 'SHA256withRSA';

interface WebhookOptions {
  readonly webhookId: string;
  readonly findCertificate: FindCertificate;
  readonly reader: PaypalReader;
  readonly payouts: Pick<Payouts, 'read'>;
}

type Headers = Parameters<Webhooks['verify']>[0]['headers'];

export function createPaypalWebhooks({
  webhookId,
  findCertificate,
  reader,
  payouts,
}: WebhookOptions): Webhooks {
  async function factsOf(event: unknown): Promise<readonly ProviderFact[]> {
    const { event_type: name, resource_type: type, resource } = objects.event.parse(event);
    const { id, sale_id: saleId, billing_agreement_id: subscriptionId, dispute_id: disputeId } = resource;
    switch (type) {
      case 'checkout-order':
        return reader.ofOrder(resource.order_id ?? id ?? '');
      case 'capture':
        return reader.ofPayment(id ?? '');
      case 'refund':
        return saleId === undefined ? reader.ofRefund(id ?? '') : reader.ofSaleRefund(id ?? '');
      case 'sale':
        // PayPal's samples announce refunds of sales under the type of a sale, and its sandbox under the type of a
        // refund.
        if (name === SALE_REVERSED || saleId !== undefined) return reader.ofSaleRefund(id ?? '');
        return subscriptionId === undefined ? [] : reader.ofSubscription(subscriptionId);
      case 'subscription':
        return reader.ofSubscription(id ?? '');
      case 'dispute':
        return reader.ofDispute(disputeId ?? '');
      case 'payouts':
      case 'payouts_item':
        return payouts.read(resource.payout_batch_id ?? resource.batch_header?.payout_batch_id ?? '');
      default:
        return [];
    }
  }

  return {
    async verify({ headers, rawBody, now }) {
      const id = header(headers, 'paypal-transmission-id');
      const time = header(headers, 'paypal-transmission-time');
      const signature = header(headers, 'paypal-transmission-sig');
      const algorithm = header(headers, 'paypal-auth-algo');
      if (algorithm !== ALGORITHM) {
        throw new WebhookRefused(`This webhook is signed with ${algorithm} instead of ${ALGORITHM}.`);
      }
      // PayPal repeats a webhook for days, and may keep its time. Only the first one counts, so its age does not
      // matter.
      if (!(Date.parse(time) <= now.getTime() + TOLERANCE_MS)) {
        throw new WebhookRefused(
          `The header paypal-transmission-time is ${time}, which is not a time in the past.`,
        );
      }
      const { publicKey } = await findCertificate(header(headers, 'paypal-cert-url'), now);
      const message = Buffer.from(`${id}|${time}|${webhookId}|${crc32(rawBody)}`);
      const isSigned =
        publicKey.asymmetricKeyType === 'rsa' &&
        verify('sha256', message, publicKey, Buffer.from(signature, 'base64'));
      if (!isSigned) throw new WebhookRefused('The signature of this webhook is wrong.');
      const { data: event } = objects.event.safeParse(parseJson(rawBody));
      if (!event) throw new WebhookRefused('This webhook is not an event about an object of PayPal.');
      return { id: event.id, type: event.event_type, body: event };
    },

    async factsOf({ body }) {
      try {
        return await factsOf(body);
      } catch (error) {
        // The object was forgotten since, or belongs to another account.
        if (isRefusal(error, NOT_FOUND)) return [];
        throw error;
      }
    },
  };
}

function header(headers: Headers, name: string): string {
  const value = headers[name];
  if (typeof value === 'string') return value;
  throw new WebhookRefused(`This webhook has no ${name} header.`);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
