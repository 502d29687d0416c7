import { expect, it } from 'vitest';
import { namesOwnAddress } from './relayed-addresses.ts';

const sdp = (...candidates: string[]) =>
  ['v=0', 'c=IN IP4 0.0.0.0', ...candidates.map((candidate) => `a=candidate:${candidate}`), ''].join('\r\n');
const RELAY = '1 1 udp 41885439 203.0.113.7 50100 typ relay raddr 0.0.0.0 rport 0 generation 0';

it('lets descriptions pass that name the relay alone', () => {
  expect(namesOwnAddress(sdp())).toBe(false);
  expect(namesOwnAddress(sdp(RELAY))).toBe(false);
  expect(namesOwnAddress(sdp(RELAY.replace('raddr 0.0.0.0', 'raddr ::')))).toBe(false);
});

it.each([
  ['a host', '1 1 udp 2113937151 192.0.2.4 5000 typ host generation 0'],
  ['the outside of a NAT', '1 1 udp 1677729535 198.51.100.4 5000 typ srflx raddr 0.0.0.0 rport 0'],
  ['the address behind a relay', RELAY.replace('0.0.0.0', '198.51.100.4')],
])('finds %s between relayed candidates', (_name, candidate) => {
  expect(namesOwnAddress(sdp(RELAY, candidate, RELAY))).toBe(true);
});

it('finds the address in a candidate that is sent alone', () => {
  const candidate = 'candidate:1 1 udp 2113937151 192.0.2.4 5000 typ host';
  expect(namesOwnAddress(JSON.stringify({ candidate }))).toBe(true);
});
