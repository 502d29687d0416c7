/** Makes sure that a URL supplied by a user leads to an allowed address (SSRF protection). */
import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Whether an IP address may be connected to. */
export type Allows = (ip: string) => boolean;

/** Finds all addresses of a name, like `dns.lookup`. */
export type FindAddresses = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The URL's address is not allowed. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * Refuses a bare address, which is never looked up, if it is not allowed.
 * @throws AddressRefusedError
 */
export function refuseBareAddress(host: string, allows: Allows): void {
  if (isIP(host) !== 0 && !allows(host)) throw new AddressRefusedError(`${host} is not a public address.`);
}

/** The host of a URL. An IPv6 address comes without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Checks the addresses in the lookup of the connection itself, so that a name cannot resolve to another address after
 * the check (DNS rebinding).
 */
export const checkedLookup =
  (allows: Allows, find: FindAddresses = dnsLookup): LookupFunction =>
  (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
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
