/**
 * JSON-RPC calls with checked answers. Error messages never contain the URL, since it holds the key of the RPC service.
 */
import { BaseError, HttpRequestError, http, ResponseBodyTooLargeError } from 'viem';
import { z } from 'zod';
import { ProviderUnavailable } from '../../provider.errors.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** HTTP statuses with which services refuse a filter that matches too much. */
const REFUSALS = [400, 413, 422];

/** A batch size that even services with a limit accept. */
const BATCH_SIZE = 20;

/**
 * The server refused a request that it understood, such as for a range of blocks that is too large, or for old state.
 */
export class RpcRefused extends ProviderUnavailable {}

/** The server did not answer in time, such as for a large range of blocks. */
export class RpcTimedOut extends ProviderUnavailable {}

/** HTTP statuses of servers and proxies that took too long. */
const TIMEOUTS = [408, 504, 524];

/**
 * Services limit requests per second with errors of JSON-RPC as well, under codes that mean other things elsewhere:
 * -32005 is also "query returned more than 10000 results".
 */
const RATE_LIMIT_CODE = 429;
const RATE_LIMIT = /too many requests|rate.?limit|(request )?rate exceeded|per second|\/sec\b/i;

export interface Rpc {
  /** @throws ProviderUnavailable, RpcRefused */
  call<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T>;
}

const hex = /^0x[0-9a-f]*$/i;

export const hexData = z.templateLiteral([z.literal('0x'), z.string()]).refine((text) => hex.test(text));
export const hash = hexData.refine((text) => text.length === 66).transform((text) => text.toLowerCase());
export const address = hexData.refine((text) => text.length === 42);
/** An integer of at most 256 bits. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
export const safeQuantity = quantity
  .refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))
  .transform(Number);

export function createRpc(url: string, timeoutMs = TIMEOUT_MS): Rpc {
  const { request } = http(url, {
    // Also limits the time for the body, which viem's own timeout does not.
    fetchFn: (input, init) =>
      fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }),
    timeout: timeoutMs,
    retryCount: 0,
    maxResponseBodySize: MAX_RESPONSE_BYTES,
    batch: { batchSize: BATCH_SIZE },
  })({});
  return {
    async call(method, params, schema) {
      const answer: unknown = await request({ method, params: [...params] }).catch((error: unknown) => {
        throw failure(method, error, timeoutMs);
      });
      const result = schema.safeParse(answer);
      if (result.success) return result.data;
      const at = result.error.issues[0]?.path.join('.') || 'the result';
      throw new ProviderUnavailable(`${method} returned an invalid response: ${at} is not as expected.`);
    },
  };
}

/** Leaves out the original error as the cause, since it contains the URL. */
function failure(method: string, error: unknown, timeoutMs: number): ProviderUnavailable {
  const name = error instanceof Error ? error.name : 'an unknown error';
  if (error instanceof ResponseBodyTooLargeError)
    return new RpcRefused(`${method} answered more than ${MAX_RESPONSE_BYTES} bytes.`);
  if (error instanceof HttpRequestError && error.status !== undefined) {
    const what = `${method} was answered with the HTTP status ${error.status}.`;
    if (TIMEOUTS.includes(error.status)) return new RpcTimedOut(what);
    return REFUSALS.includes(error.status) ? new RpcRefused(what) : new ProviderUnavailable(what);
  }
  if (isRpcError(error)) {
    if (error.code === RATE_LIMIT_CODE || RATE_LIMIT.test(error.details))
      return new ProviderUnavailable(
        `${method} exceeded the rate limit of the RPC service (code ${error.code}).`,
      );
    return new RpcRefused(`${method} was refused with the code ${error.code}.`);
  }
  const what = `${method} was not answered within ${timeoutMs} ms (${name}).`;
  return isTimeout(error) ? new RpcTimedOut(what) : new ProviderUnavailable(what);
}

const isTimeout = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => hasName(cause, 'TimeoutError')) !== null;

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** viem reports errors that do not come from JSON-RPC with the code -1. */
const isRpcError = (error: unknown): error is { readonly code: number; readonly details: string } =>
  error instanceof BaseError && 'code' in error && typeof error.code === 'number' && error.code !== -1;
