/** An endpoint of the local PayPal server, and parameters that several endpoints take. */
import { z } from 'zod';
import { PaypalAnswerError } from './paypal-errors.ts';
import type { PaypalStore } from './paypal-store.ts';

export interface Context {
  readonly store: PaypalStore;
  /** The outcome of the payers' next payments. */
  readonly bank: {
    capture: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'instrument declined';
    isDeclining: boolean;
  };
  readonly url: () => string;
  emit(type: string, resourceType: string, resource: object): void;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  /** The schema of the body, or of the query of a GET. */
  readonly schema: z.ZodType;
  handle(context: Context, params: unknown, id: string, token: string): unknown;
}

type Route = `${'GET' | 'POST' | 'PATCH'} /${string}`;

/** @param handle returns the body of the answer; undefined for an answer without a body */
export function endpoint<T>(
  route: Route,
  schema: z.ZodType<T>,
  handle: (context: Context, params: T, id: string, token: string) => unknown,
): Endpoint {
  const [method = '', path = ''] = route.split(' ');
  return {
    method,
    path,
    schema,
    handle: (context, params, id, token) => handle(context, params as T, id, token),
  };
}

export function checkParameters(schema: z.ZodType, params: unknown): unknown {
  const { data, error } = schema.safeParse(params);
  if (!error) return data;
  const [issue] = error.issues;
  const field = `/${[...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join('/')}`;
  throw new PaypalAnswerError(400, 'INVALID_REQUEST', 'INVALID_PARAMETER', field);
}

export const none = z.strictObject({});
export const money = z.strictObject({
  currency_code: z.enum(['USD', 'EUR', 'GBP']),
  value: z.string().regex(/^(?!0\.00$)\d{1,7}\.\d{2}$/),
});
export const webUrl = z.url({ protocol: /^https?$/ });
export const text = (max: number) => z.string().min(1).max(max);
