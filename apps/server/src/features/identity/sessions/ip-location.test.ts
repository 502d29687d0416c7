import { describe, expect, it } from 'vitest';
import { locateIp } from './ip-location.ts';

describe('the location of an address', () => {
  it.each([
    ['17.253.144.10', 'US'],
    ['::ffff:17.253.144.10', 'US'],
    ['193.0.6.139', 'NL'],
    ['127.0.0.1', 'local'],
    ['192.168.1.20', 'local'],
    ['::ffff:10.0.0.4', 'local'],
    ['::1', 'local'],
    ['fe80::1', 'local'],
    ['203.0.113.7', null],
    ['no address', null],
    ['', null],
    [null, null],
  ])('%s is %s', async (address, location) => {
    expect(await locateIp(address)).toBe(location);
  });
});
