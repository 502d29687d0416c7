import { expect, it } from 'vitest';
import { networkOf, siteOf } from './network.ts';

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as part of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('counts the networks of an IPv6 site together', () => {
  expect(siteOf(networkOf('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1::/48');
  expect(siteOf(networkOf('2001:db8:1:ffff::'))).toBe('2001:db8:1::/48');
  expect(siteOf(networkOf('198.51.100.7'))).toBeNull();
});
