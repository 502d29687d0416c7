/** An endpoint of the local Stripe server, and pages of lists in the API's form. */
import type { z } from 'zod';
import { invalid } from './stripe-errors.ts';
import type { StripeObject } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

export interface Context {
  readonly store: StripeStore;
  /** The behavior of banks until it is changed. With `refundsLater`, a refund is pending until the bank confirms it. */
  readonly bank: { isDeclining: boolean; refundsLater: boolean };
  readonly platform: Platform;
  emit(type: string, object: StripeObject): void;
}

/** The set-up of the platform's account, which tests change. */
export interface Platform {
  country: string;
  /** Stripe lets the platform have accounts that receive transfers and take no cards. */
  isApprovedForTransfersOnly: boolean;
  /** The schedule on which Stripe pays the balance out to the platform's bank. New accounts start with `daily`. */
  payoutInterval: 'manual' | 'daily' | 'weekly' | 'monthly';
  /** Permissions that the restricted key lacks, by their names in the Dashboard. */
  readonly unreadable: Set<string>;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/refunds/:id` */
  readonly path: string;
  readonly schema: z.ZodType;
  handle(context: Context, params: unknown, ids: readonly string[]): unknown;
}

export function endpoint<T>(
  route: `${Endpoint['method']} ${string}`,
  schema: z.ZodType<T>,
  handle: (context: Context, params: T, id: string) => unknown,
): Endpoint {
  const [method, path = ''] = route.split(' ');
  return {
    method: method as Endpoint['method'],
    path,
    schema,
    handle: (context, params, [id = '']) => handle(context, params as T, id),
  };
}

interface Page {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** @param objects newest first */
export function pageOf(url: string, objects: readonly StripeObject[], page: Page) {
  const indexOf = (id: string) => {
    const index = objects.findIndex((one) => one.id === id);
    if (index < 0) throw invalid(`No such object: '${id}'`, 'resource_missing', 'starting_after');
    return index;
  };
  const start = page.starting_after === undefined ? 0 : indexOf(page.starting_after) + 1;
  const end = page.ending_before === undefined ? objects.length : indexOf(page.ending_before);
  const data = objects.slice(start, Math.min(end, start + page.limit));
  return { object: 'list', url, has_more: start + data.length < end, data };
}
