/** Calls Stripe's API: limits their time, parses answers, and throws the errors of the port. */
import Stripe from 'stripe';
import type { z } from 'zod';
import { BalanceInsufficient, ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';
import { createKeys } from './stripe-keys.ts';

/** The API version that the package's types and the schemas beside this file are written for. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** The limit for the time until the whole answer is read. */
const TIMEOUT_MS = 10_000;

/** Sentences for refusals that people can act on, by Stripe's code. */
const REFUSALS: Readonly<Record<string, string>> = {
  amount_too_small: 'This amount is below the smallest one that Stripe charges. Choose a larger amount.',
  charge_already_refunded: 'The payment was already refunded in full.',
  charge_disputed: 'The payment is disputed and cannot be refunded. Answer the dispute instead.',
  insufficient_capabilities_for_transfer:
    'The creator’s Stripe account cannot receive money yet. The creator has to complete it.',
};

/** Sentences for refusals without a code, by Stripe's message. */
const REFUSALS_WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [
    /platform-profile|responsibilities of managing losses/i,
    'Payouts are not set up yet: an admin has to complete the platform profile under Connect at Stripe.',
  ],
  [
    /located in .* restricted outside of your platform/i,
    'Stripe moves no money between the country of this instance and the one of the creator’s account.',
  ],
];

export interface StripeApiOptions {
  readonly secretKey: string;
  /** The local server that tests call. */
  readonly apiUrl?: string;
  readonly timeoutMs?: number;
}

export interface StripeApi {
  /** @throws ProviderUnavailable, ProviderRefused */
  call<T>(schema: z.ZodType<T>, request: (stripe: Stripe) => Promise<unknown>): Promise<T>;
  /** Calls under an idempotency key, for requests that are repeated after Stripe has refused them. */
  callOnce<T>(
    schema: z.ZodType<T>,
    key: string,
    request: (stripe: Stripe, options: { readonly idempotencyKey: string }) => Promise<unknown>,
  ): Promise<T>;
  /** Whether the secret key may make a request. @throws ProviderUnavailable, ProviderRefused */
  permits(request: (stripe: Stripe) => Promise<unknown>): Promise<boolean>;
  /** Reads all objects of a list, page by page. @throws ProviderUnavailable, ProviderRefused */
  each<T>(schema: z.ZodType<T>, request: (stripe: Stripe) => AsyncIterable<unknown>): AsyncIterable<T>;
  /** Reads all objects of a short list. @throws ProviderUnavailable, ProviderRefused */
  all<T>(schema: z.ZodType<T>, request: (stripe: Stripe) => AsyncIterable<unknown>): Promise<readonly T[]>;
}

export function createStripeApi(options: StripeApiOptions): StripeApi {
  const { secretKey, apiUrl, timeoutMs = TIMEOUT_MS } = options;
  const withKey = createKeys();
  const url = apiUrl === undefined ? null : new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    // Leaves retries to the callers, which know whether the request is still wanted.
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    // Its timeout covers the whole answer; the one of Node's client starts again with every chunk.
    httpClient: Stripe.createFetchHttpClient(),
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });

  /** The cause for the log. Leaves out values that Stripe repeats, such as a key or a payer's address. */
  function causeOf(error: Stripe.errors.StripeError): Error {
    const { type, code, requestId, message } = error;
    const details = [type, code, requestId].filter((part) => typeof part === 'string').join(', ');
    const said = message
      .replaceAll(secretKey, '...')
      .replaceAll(/\S+@\S+/g, '...')
      .slice(0, 500);
    return new Error(`Stripe answered "${said}" (${details})`);
  }

  const refusalOf = (code: string, message: string): string =>
    REFUSALS[code] ??
    REFUSALS_WITHOUT_CODE.find(([pattern]) => pattern.test(message))?.[1] ??
    'Stripe refuses this. The log of the server says why.';

  function portError(error: unknown): Error {
    if (!(error instanceof Stripe.errors.StripeError)) {
      return new ProviderUnavailable('The answer of Stripe could not be read');
    }
    const cause = causeOf(error);
    const { type, code = '', message } = error;
    // Messages of card errors are written for payers.
    if (type === 'StripeCardError') return new ProviderRefused(message, { cause });
    if (code === 'balance_insufficient') return new BalanceInsufficient(cause.message);
    // A wrong secret key is temporary, too, since nothing is known about the payment.
    return type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError'
      ? new ProviderRefused(refusalOf(code, message), { cause })
      : new ProviderUnavailable(cause.message);
  }

  function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
    const { data, error } = schema.safeParse(answer);
    if (!error) return data as T;
    const [issue] = error.issues;
    const at = issue?.path.join('.') || 'the answer';
    throw new ProviderUnavailable(`Stripe returned an invalid response: ${at}: ${issue?.message}`);
  }

  async function* each<T>(schema: z.ZodType<T>, request: (stripe: Stripe) => AsyncIterable<unknown>) {
    try {
      for await (const item of request(stripe)) yield parse(schema, item);
    } catch (error) {
      throw error instanceof ProviderUnavailable ? error : portError(error);
    }
  }

  const answerOf = (request: Promise<unknown>) =>
    request.catch((error: unknown) => {
      throw portError(error);
    });

  return {
    call: async (schema, request) => parse(schema, await answerOf(request(stripe))),
    async callOnce(schema, key, request) {
      const sent = withKey(key, (idempotencyKey) => request(stripe, { idempotencyKey }));
      return parse(schema, await answerOf(sent));
    },
    async permits(request) {
      try {
        await request(stripe);
        return true;
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError) return false;
        throw portError(error);
      }
    },
    each,
    async all(schema, request) {
      const items = [];
      for await (const item of each(schema, request)) items.push(item);
      return items;
    },
  };
}
