import { describe, expect, it } from 'vitest';
import { originCheck } from './origin.ts';

const named = originCheck({ publicUrl: 'https://live.example.org' });
const unnamed = originCheck({ publicUrl: 'http://localhost:8080', reachableByAddress: true });

const page = (origin: string, host = origin.replace(/^\w+:\/\//, '')) => ({ origin, host });

describe('a request from a page', () => {
  it.each([
    ['of the public URL', named, page('https://live.example.org')],
    ['of the public URL, behind a proxy', named, page('https://live.example.org', '10.0.0.7:8080')],
    ['of this machine', named, page('http://localhost:8080')],
    ['of this machine by its address', unnamed, page('http://127.0.0.1:8080')],
    ['of this machine by its address, IPv6', unnamed, page('http://[::1]:8080')],
    ['of a name below localhost', unnamed, page('http://tv.localhost:8080')],
    ['reached through the local network', unnamed, page('http://192.168.1.20:8080')],
    ['reached through the local network, IPv6', unnamed, page('http://[fd00::20]:8080')],
    ['that no browser sent', named, { host: 'live.example.org' }],
    ['that the user typed', named, { host: 'live.example.org', 'sec-fetch-site': 'none' }],
  ])('%s is accepted', (_, isOwn, headers) => {
    expect(isOwn(headers)).toBe(true);
  });

  it.each([
    ['of another site', named, page('https://evil.example', 'live.example.org')],
    ['of a foreign name that resolves to this server', named, page('http://evil.example:8080')],
    ['of a foreign name that resolves to a demo', unnamed, page('http://evil.example:8080')],
    ['of a name that only looks like localhost', unnamed, page('http://localhost.evil.example:8080')],
    ['of a name that only looks like an IP address', unnamed, page('http://127.0.0.1.evil.example:8080')],
    ['of another program on this machine', unnamed, page('http://localhost:3000', 'localhost:8080')],
    ['of another machine of the network', unnamed, page('http://192.168.1.66', '192.168.1.20:8080')],
    ['by an IP address although PUBLIC_URL is set', named, page('http://203.0.113.5')],
    ['with the opaque origin null', unnamed, page('null', 'localhost:8080')],
    ['of the public address without TLS', named, page('http://live.example.org', 'live.example.org')],
    ['that hides its origin', named, { host: 'live.example.org', 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', (_, isOwn, headers) => {
    expect(isOwn(headers)).toBe(false);
  });
});
