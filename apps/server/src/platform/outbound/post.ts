/** Sends requests to URLs that users supply: only to public addresses, and with a time limit. */
import http from 'node:http';
import https from 'node:https';
import { type Allows, checkedLookup, hostOf, refuseBareAddress } from './checked-lookup.ts';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** The server did not answer in time. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface PostOptions {
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Uint8Array;
  readonly timeoutMs?: number;
}

export interface PostResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/**
 * Sends a body by POST and reads the head of the response. Does not follow redirects.
 * @throws AddressRefusedError, NoAnswerError, or the network's error
 */
export async function post(
  address: string,
  { headers, body, timeoutMs = TIMEOUT_MS }: PostOptions,
  allows: Allows = isPublicAddress,
): Promise<PostResponse> {
  const url = new URL(address);
  const host = hostOf(url);
  refuseBareAddress(host, allows);
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
  const timeout = AbortSignal.timeout(timeoutMs);
  const { request } = url.protocol === 'http:' ? http : https;
  const sent = request(
    url,
    {
      method: 'POST',
      headers,
      lookup: checkedLookup(allows),
      agent: false,
      signal: timeout,
    },
    (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      // The body is not needed.
      response.destroy();
    },
  );
  sent.on('error', (cause) =>
    reject(
      timeout.aborted
        ? new NoAnswerError(`${host} did not answer within ${timeoutMs} ms.`, { cause })
        : cause,
    ),
  );
  sent.end(body);
  return await promise;
}
