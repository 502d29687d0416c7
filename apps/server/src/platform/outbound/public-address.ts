/** Distinguishes public addresses from internal ones, which a URL supplied by a user must not reach. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not globally reachable by IANA's special-purpose registries (RFC 6890). */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Networks that are not globally reachable within 2000::/3, the only part of IPv6 that is routed publicly. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(net, prefix, 'ipv6');

const routed = new BlockList();
routed.addSubnet('2000::', 3, 'ipv6');

/** @param address an IP address; anything else is not public */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  // IPv4-mapped addresses lie outside 2000::/3.
  return isIPv6(address) && routed.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
