/** Requests to addresses that somebody else has given us: to public ones alone, and never for long. */
import { lookup as dnsLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** Nobody answered in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The address leads to where we do not go. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

export interface Posting {
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Uint8Array;
  readonly timeoutMs?: number;
}

export interface Posted {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/**
 * Sends a body by POST and reads the head of the answer; redirections are not followed.
 * @param allows which IP addresses may be connected to: asked for the very one that is, so that a
 *   name cannot change its mind between the question and the connection
 * @throws RefusedAddress, NoAnswer, or the network's error
 */
export function post(
  address: string,
  { headers, body, timeoutMs = TIMEOUT_MS }: Posting,
  allows: (ip: string) => boolean = isPublicAddress,
): Promise<Posted> {
  const url = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name is looked up below; a bare address never is.
  if (isIP(host) !== 0 && !allows(host)) {
    reject(new RefusedAddress(`${host} is not an address that is connected to.`));
    return promise;
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  const { request } = url.protocol === 'http:' ? http : https;
  const sent = request(
    url,
    {
      method: 'POST',
      headers,
      lookup: guarded(allows),
      agent: false,
      signal: timeout,
    },
    (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
      // Nothing that it says is of use.
      answer.destroy();
    },
  );
  sent.on('error', (cause) =>
    reject(timeout.aborted ? new NoAnswer(`${host} did not answer in time.`, { cause }) : cause),
  );
  sent.end(body);
  return promise;
}

const guarded =
  (allows: (ip: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !allows(address));
      if (refused) return callback(new RefusedAddress(`${hostname} leads to ${refused.address}.`), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
