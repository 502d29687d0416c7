/** Requests to URLs that users supply: only to public addresses, and with a time limit (SSRF protection). */
import { lookup as dnsLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** The server did not answer in time. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** The URL's address is not allowed. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
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
 * @param allows decides about the address that is actually connected to, so that a name cannot resolve to
 *   another one after the check (DNS rebinding)
 * @throws AddressRefusedError, NoAnswerError, or the network's error
 */
export function post(
  address: string,
  { headers, body, timeoutMs = TIMEOUT_MS }: PostOptions,
  allows: (ip: string) => boolean = isPublicAddress,
): Promise<PostResponse> {
  const url = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A bare address is never looked up, so it is checked here.
  if (isIP(host) !== 0 && !allows(host)) {
    reject(new AddressRefusedError(`${host} is not a public address.`));
    return promise;
  }
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
  return promise;
}

const checkedLookup =
  (allows: (ip: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !allows(address));
      if (refused)
        return callback(
          new AddressRefusedError(
            `${hostname} resolves to ${refused.address}, which is not a public address.`,
          ),
          [],
        );
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
