/** Tells hosts that anybody can reach from those of a machine or a private network. */
import { BlockList, isIP } from 'node:net';

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');

/** Names that no public DNS server answers for (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test)$/;

/** @param hostname as in a `URL`, with brackets around IPv6 addresses */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version !== 0) return !privateNetworks.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
