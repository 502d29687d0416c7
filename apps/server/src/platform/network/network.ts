/**
 * The part of an address that limits apply to: an IPv4 address, or the /64 of an IPv6 address, since one
 * customer is given at least that (RFC 6177) and can use any address in it.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%', 1);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...(tail === undefined ? [] : zeros), ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The /48 of an IPv6 network, which whole sites are given (RFC 6177, section 2); null for an IPv4 address. */
export function siteOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : null;
}

/** A site may use as much as this many of its 65,536 networks. */
export const NETWORKS_PER_SITE = 4;

/** The names that an address counts toward, and the multiple of a network's limit that each of them has. */
export function networksOf(address: string): { readonly name: string; readonly times: number }[] {
  const network = networkOf(address);
  const site = siteOf(network);
  return [{ name: network, times: 1 }, ...(site === null ? [] : [{ name: site, times: NETWORKS_PER_SITE }])];
}
