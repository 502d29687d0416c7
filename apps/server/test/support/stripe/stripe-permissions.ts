/** The objects that restricted keys may read, by the names of the permissions in the Dashboard. */
import type { Platform } from './stripe-endpoint.ts';
import { StripeAnswerError } from './stripe-errors.ts';

const READS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/customers/, 'Customers'],
  [/^\/v1\/payment_intents/, 'PaymentIntents'],
  [/^\/v1\/charges/, 'Charges'],
  [/^\/v1\/refunds/, 'Refunds'],
  [/^\/v1\/disputes/, 'Disputes'],
  [/^\/v1\/invoice/, 'Invoices'],
  [/^\/v1\/subscriptions/, 'Subscriptions'],
  [/^\/v1\/checkout/, 'Checkout Sessions'],
  [/^\/v1\/accounts/, 'Connected accounts'],
  [/^\/v1\/transfers/, 'Transfers'],
];

/** Expanding a reference reads the object. */
const EXPANSIONS: Readonly<Record<string, string>> = { customer: 'Customers', latest_charge: 'Charges' };

/** @throws StripeAnswerError 403 */
export function checkPermissions(
  { unreadable }: Platform,
  path: string,
  expand: readonly string[] = [],
): void {
  const read = [
    ...READS.filter(([pattern]) => pattern.test(path)).map(([, name]) => name),
    ...expand.flatMap((paths) => paths.split('.')).flatMap((name) => EXPANSIONS[name] ?? []),
  ];
  if (read.some((name) => unreadable.has(name)))
    throw new StripeAnswerError(
      403,
      'The provided key does not have the required permissions for this endpoint.',
    );
}
