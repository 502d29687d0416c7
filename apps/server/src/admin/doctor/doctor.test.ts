import { describe, expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import type { ArrivalReport } from '#platform/http/index.ts';
import { checkClock } from './clock.ts';
import { checkExposure } from './exposure.ts';
import { checkWebRtcAddresses } from './ports.ts';
import { checkProxy } from './proxy.ts';
import { checkSpace } from './storage.ts';

const PUBLIC = { DEMO: 'false', PUBLIC_URL: 'https://live.example.org' };
const config = (variables: Record<string, string> = {}) => parseConfig({ ...PUBLIC, ...variables }, '/tmp');

describe('the clock', () => {
  const now = Date.UTC(2030, 0, 1);
  it.each([
    [500, 'ok'],
    [-5_000, 'warning'],
    [90_000, 'failed'],
  ])('that differs by %i ms is %s', (offMs, state) => {
    expect(checkClock('the database', now + offMs, now)).toMatchObject({ state });
  });
});

describe('the disk', () => {
  it.each([
    [50e9, 'ok'],
    [1e9, 'warning'],
    [10e6, 'failed'],
  ])('with %i free bytes is %s', (freeBytes, state) => {
    expect(checkSpace('/data', { freeBytes, totalBytes: 100e9 })).toMatchObject({ state });
  });
});

describe('a reverse proxy', () => {
  const arrival: ArrivalReport = {
    peer: '10.0.0.2',
    client: '203.0.113.9',
    protocol: 'https',
    host: 'live.example.org',
    forwardedFor: '203.0.113.9',
    forwardedProtocol: 'https',
  };
  const statesOf = (report: ArrivalReport, variables: Record<string, string>) =>
    checkProxy(config(variables), report).map(({ state }) => state);

  it('that is trusted and sends its headers is ok', () => {
    expect(statesOf(arrival, { TRUST_PROXY: '10.0.0.0/8' })).toEqual(['ok']);
  });

  it('that is not trusted has failed, and the address to trust is named', () => {
    const [finding] = checkProxy(config({ TRUST_PROXY: '127.0.0.1' }), { ...arrival, client: arrival.peer });
    expect(finding).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining(
        'TRUST_PROXY to the addresses of the reverse proxies, such as 127.0.0.1,10.0.0.2',
      ),
    });
  });

  it('that is trusted but sends no address of the client has failed', () => {
    expect(statesOf({ ...arrival, forwardedFor: null }, { TRUST_PROXY: '10.0.0.2' })).toEqual(['failed']);
  });

  it('that does not tell that the client came by TLS is a warning', () => {
    const plain = { ...arrival, protocol: 'http', forwardedProtocol: null };
    expect(statesOf(plain, { TRUST_PROXY: '10.0.0.2' })).toEqual(['ok', 'warning']);
  });

  it('that does not exist is ok where none is trusted', () => {
    expect(statesOf({ ...arrival, forwardedFor: null }, {})).toEqual(['ok']);
  });
});

describe('the addresses of WebRTC', () => {
  it('are a warning on a public instance whose machine has private ones only, until WEBRTC_ADDRESSES names one', () => {
    const webrtc = { WEBRTC_PORT: '8189' };
    expect(checkWebRtcAddresses(config(webrtc), ['10.0.0.5', 'fe80::1'])).toMatchObject({ state: 'warning' });
    expect(checkWebRtcAddresses(config(webrtc), ['198.51.100.7'])).toMatchObject({ state: 'ok' });
    const named = config({ ...webrtc, WEBRTC_ADDRESSES: '198.51.100.7' });
    expect(checkWebRtcAddresses(named, ['10.0.0.5'])).toMatchObject({ state: 'ok' });
  });
});

describe('the exposure', () => {
  const found = (variables: Record<string, string>) =>
    checkExposure(config(variables)).map(({ state, message }) => `${state}: ${message}`);
  const random = 'h8Tz4mWq0rXv2LkP9sYd7BnC5fGj1uEa';

  it('is ok with random secrets, and with metrics that only this machine reaches', () => {
    expect(found({ AUTH_SECRET: random, METRICS_PORT: '9464' })).toEqual([expect.stringMatching(/^ok/)]);
  });

  it.each([
    [
      'a demo on a public address',
      { DEMO: 'true', DEMO_PUBLIC: 'true' },
      /^warning: This is a demo instance/,
    ],
    [
      'test money on a public address',
      { ALLOW_SANDBOX_PAYMENTS: 'true' },
      /^warning: ALLOW_SANDBOX_PAYMENTS/,
    ],
    [
      'metrics that anyone can read',
      { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
      /^failed: Metrics are served on 0\.0\.0\.0:9464/,
    ],
    ['a repeated letter as secret', { AUTH_SECRET: 'a'.repeat(32) }, /^failed: AUTH_SECRET can be guessed/],
    [
      'the secret of an example',
      { STREAM_KEY_SECRET: 'change-me-to-32-random-characters' },
      /^failed: STREAM_KEY_SECRET can be guessed/,
    ],
    [
      'a common database password',
      { DATABASE_URL: 'postgres://tributary:postgres@db/tributary' },
      /^failed: The password in DATABASE_URL/,
    ],
  ])('names %s', (_name, variables, message) => {
    expect(found(variables)).toEqual([expect.stringMatching(message)]);
  });

  it('never prints a secret', () => {
    const secret = 'password-password-password-password';
    const url = 'redis://:changeme@db:6379';
    expect(found({ AUTH_SECRET: secret, REDIS_URL: url }).join()).not.toMatch(/password-|changeme/);
  });
});
