import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '#platform/config-error.ts';
import { parseConfig, readVariables } from './config.ts';

const parse = (variables: Record<string, string>) => parseConfig(variables, '/srv/tributary');

it('is a demo instance on loopback without any variables', () => {
  expect(parse({})).toMatchObject({
    instanceName: 'Tributary',
    demo: true,
    host: '127.0.0.1',
    port: 8080,
    rtmpPort: 1935,
    publicUrl: 'http://localhost:8080',
    rtmpUrl: 'rtmp://localhost/live',
    dataDir: '/srv/tributary/data',
    databaseUrl: null,
    trustProxy: [],
    logLevel: 'info',
    smtpUrl: null,
    mailFrom: 'Tributary <no-reply@localhost>',
    oidc: null,
    breachesUrl: null,
    media: { partTargetSeconds: 1 / 3, segmentMinSeconds: 2, liveWindowSeconds: 60, graceSeconds: 30 },
  });
});

it.each<[what: string, given: Record<string, string>, expected: object]>([
  [
    'opens up with a database of its own',
    { DATABASE_URL: 'postgres://a:b@db/x' },
    { demo: false, host: '0.0.0.0', databaseUrl: 'postgres://a:b@db/x' },
  ],
  [
    'can be a demo with a database of its own',
    { DATABASE_URL: 'postgresql://db/x', DEMO: 'true' },
    { demo: true, host: '127.0.0.1' },
  ],
  [
    'can be a real one with the embedded database',
    { DEMO: 'false' },
    { demo: false, host: '0.0.0.0', publicUrl: 'http://localhost:8080' },
  ],
  [
    'is named by the address that it listens on',
    { HOST: '192.0.2.7', PORT: '80', DEMO: 'false' },
    { publicUrl: 'http://192.0.2.7', rtmpUrl: 'rtmp://192.0.2.7/live' },
  ],
  [
    'sends mail in its own name',
    {
      PUBLIC_URL: 'https://live.example.org',
      DEMO: 'false',
      INSTANCE_NAME: 'Ann <3 "us"',
      SMTP_URL: 'smtps://mail.example.org',
    },
    { mailFrom: 'Ann 3 us <no-reply@live.example.org>', smtpUrl: 'smtps://mail.example.org' },
  ],
  [
    'reads an OpenID Connect provider',
    {
      OIDC_ISSUER: 'https://login.example.org/realms/x',
      OIDC_CLIENT_ID: 'tributary',
      OIDC_CLIENT_SECRET: 'shh',
      OIDC_NAME: 'Acme',
    },
    {
      oidc: {
        issuer: 'https://login.example.org/realms/x',
        clientId: 'tributary',
        clientSecret: 'shh',
        name: 'Acme',
      },
    },
  ],
  [
    'checks for breached passwords when enabled',
    { CHECK_BREACHED_PASSWORDS: 'true' },
    { breachesUrl: 'https://api.pwnedpasswords.com/range/' },
  ],
  [
    'puts IPv6 addresses in brackets',
    { HOST: '2001:db8::7', DEMO: 'false' },
    { publicUrl: 'http://[2001:db8::7]:8080', rtmpUrl: 'rtmp://[2001:db8::7]/live' },
  ],
  [
    'uses the host of PUBLIC_URL for RTMP',
    { PUBLIC_URL: 'https://live.example.org/', DEMO: 'false' },
    { publicUrl: 'https://live.example.org', rtmpUrl: 'rtmp://live.example.org/live' },
  ],
  [
    'includes an RTMP port other than 1935',
    { RTMP_PORT: '19350' },
    { rtmpUrl: 'rtmp://localhost:19350/live' },
  ],
  [
    'uses RTMP_PUBLIC_URL for RTMP',
    { RTMP_PUBLIC_URL: 'rtmp://in.example.org/live/' },
    { rtmpUrl: 'rtmp://in.example.org/live' },
  ],
  [
    'takes another origin for media',
    { DEMO: 'false', PUBLIC_URL: 'https://live.example.org', MEDIA_URL: 'https://Media.example.org:8443/' },
    { mediaUrl: 'https://media.example.org:8443' },
  ],
  ['keeps an absolute data directory', { DATA_DIR: '/var/lib/x' }, { dataDir: '/var/lib/x' }],
  [
    'reads trusted proxies by name and network',
    { TRUST_PROXY: 'loopback, 10.0.0.0/8' },
    { trustProxy: ['loopback', '10.0.0.0/8'] },
  ],
  [
    'treats an empty value as not set',
    { PORT: '', INSTANCE_NAME: '' },
    { port: 8080, instanceName: 'Tributary' },
  ],
  ['plays nothing over WebRTC by default', {}, { webrtc: null }],
  [
    'lets viewers exchange streams if they agree, without a STUN responder, by default',
    {},
    { p2p: 'ask', stunPort: null, ice: { iceServers: [], turnSecret: null } },
  ],
  [
    'names its own STUN responder before other servers',
    {
      PUBLIC_URL: 'https://live.example.org:8443',
      P2P: 'on',
      STUN_PORT: '3478',
      WEBRTC_ICE_SERVERS: 'turn:turn.example.org',
      WEBRTC_TURN_SECRET: 'a secret of coturn',
      DEMO: 'false',
    },
    {
      p2p: 'on',
      stunPort: 3478,
      ice: {
        iceServers: ['stun:live.example.org:3478', 'turn:turn.example.org'],
        turnSecret: 'a secret of coturn',
      },
    },
  ],
  [
    'starts no STUN responder where viewers exchange nothing',
    { P2P: 'off', STUN_PORT: '3478' },
    { stunPort: null },
  ],
  [
    'reads the WebRTC settings',
    {
      HOST: '0.0.0.0',
      WEBRTC_PORT: '8189',
      WEBRTC_ADDRESSES: '198.51.100.7, 2001:db8::7',
      WEBRTC_ICE_SERVERS: 'stun:stun.example.org,turn:[2001:db8::9]:3478?transport=tcp',
    },
    {
      webrtc: {
        port: 8189,
        bindAddress: null,
        addresses: ['198.51.100.7', '2001:db8::7'],
        iceServers: ['stun:stun.example.org', 'turn:[2001:db8::9]:3478?transport=tcp'],
        turnSecret: null,
        maxViewers: 200,
      },
    },
  ],
  [
    'reads the media settings',
    { PART_TARGET_SECONDS: '0.2', GRACE_SECONDS: '0', SEGMENT_SECONDS: '4', LIVE_WINDOW_SECONDS: '90' },
    {
      media: {
        partTargetSeconds: 0.2,
        graceSeconds: 0,
        segmentMinSeconds: 4,
        liveWindowSeconds: 90,
        deadAfterSeconds: 3,
      },
    },
  ],
])('%s', (_what, given, expected) => {
  expect(parse(given)).toMatchObject(expected);
});

it.each<[variable: string, value: string, example: string]>([
  ['ROLE', 'edge', 'all, web, worker'],
  ['PORT', 'http', '8080'],
  ['PORT', '0', '8080'],
  ['PORT', '65536', '8080'],
  ['PORT', '80.5', '8080'],
  ['RTMP_PORT', '-1', '1935'],
  ['HOST', 'my host', '127.0.0.1'],
  ['WEBRTC_PORT', '70000', '8189'],
  ['P2P', 'maybe', 'one of off, relay, ask, on'],
  ['STUN_PORT', '70000', '3478'],
  ['WEBRTC_ADDRESSES', 'live.example.org', '198.51.100.7'],
  ['WEBRTC_ICE_SERVERS', 'https://stun.example.org', 'stun:stun.example.org:3478'],
  ['DATABASE_URL', 'mysql://db/x', 'postgres://'],
  ['DATABASE_REPLICA_URL', 'mysql://replica/x', 'postgres://'],
  ['DATABASE_REPLICA_MAX_LAG_SECONDS', '0', 'such as 1'],
  ['PUBLIC_URL', 'live.example.org', 'https://live.example.org'],
  ['RTMP_PUBLIC_URL', 'http://x/live', 'rtmp://'],
  ['MEDIA_URL', 'media.example.org', 'https://media.example.org'],
  ['MEDIA_URL', 'https://media.example.org/cache', 'an address without a path'],
  ['MIRRORS', 'https://mirror.example.org/', 'addresses of mirrors without paths'],
  ['MIRRORS', 'mirror.example.org', 'https://mirror.example.org'],
  ['DEMO', 'perhaps', 'true or false'],
  ['DEMO_CHANNELS', '17', 'a number from 0 to 16'],
  ['TRUST_PROXY', 'everyone', 'loopback'],
  ['LOG_LEVEL', 'loud', 'debug'],
  ['PART_TARGET_SECONDS', '0', '0.333'],
  ['LIVE_WINDOW_SECONDS', '59', '60'],
  ['GRACE_SECONDS', 'Infinity', '30'],
  ['INSTANCE_NAME', 'n'.repeat(61), '60 characters'],
  ['AUTH_SECRET', 'short', '32 characters'],
  ['SMTP_URL', 'http://mail.example.org', 'smtp://'],
  ['MAIL_FROM', 'nobody', 'no-reply@example.org'],
  ['OIDC_ISSUER', 'login.example.org', 'https://'],
])('refuses %s=%s in one line with an example', (variable, value, example) => {
  let thrown: unknown;
  try {
    parse({ [variable]: value });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ConfigError);
  const message = thrown instanceof Error ? thrown.message : '';
  expect(message).toMatch(new RegExp(`^${variable}: `));
  expect(message).toContain(example);
  expect(message).not.toContain('\n');
});

it('refuses a role on the embedded database, which no other process can use', () => {
  expect(() => parse({ ROLE: 'worker' })).toThrow(/^ROLE: worker .*DATABASE_URL/);
  expect(parse({ ROLE: 'web', DATABASE_URL: 'postgres://db/x' }).role).toBe('web');
  expect(parse({}).role).toBe('all');
});

it('takes a replica of an external database alone, and not the database itself', () => {
  const DATABASE_URL = 'postgres://db/x';
  const DATABASE_REPLICA_URL = 'postgres://replica/x';
  expect(parse({ DATABASE_URL }).databaseReplica).toBeNull();
  expect(parse({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplica).toEqual({
    url: DATABASE_REPLICA_URL,
    maxLagMs: 1_000,
  });
  expect(() => parse({ DATABASE_REPLICA_URL })).toThrow(/^DATABASE_REPLICA_URL: .*DATABASE_URL/);
  expect(() => parse({ DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL })).toThrow(
    /^DATABASE_REPLICA_URL: .*is that of DATABASE_URL/,
  );
});

it('refuses a provider that is configured in part', () => {
  expect(() => parse({ OIDC_ISSUER: 'https://login.example.org' })).toThrow(/OIDC_CLIENT_SECRET/);
});

it.each<[name: string, given: Record<string, string>]>([
  ['a host name', { PUBLIC_URL: 'https://live.example.org' }],
  ['an IPv4 address', { PUBLIC_URL: 'http://198.51.100.7' }],
  ['an IPv6 address to listen on', { HOST: '2001:db8::7' }],
  ['a host name and DEMO=true', { PUBLIC_URL: 'https://live.example.org', DEMO: 'true' }],
])('refuses a demo that is public by %s, unless DEMO_PUBLIC is set', (_name, given) => {
  expect(() => parse(given)).toThrow(/^PUBLIC_URL: .+ is public.+ DEMO_PUBLIC=true [^\n]+$/);
  expect(parse({ ...given, DEMO_PUBLIC: 'true' }).demo).toBe(true);
  expect(parse({ ...given, DEMO: 'false' }).demo).toBe(false);
});

it.each(['localhost:8080', 'tv.localhost', 'nas', 'nas.local', '192.168.1.20', '[::1]:8080', '[fd00::7]'])(
  'accepts a demo on the private host %s',
  (host) => {
    expect(parse({ PUBLIC_URL: `http://${host}` }).demo).toBe(true);
  },
);

it('does not repeat secrets in error messages', () => {
  expect(() => parse({ SMTP_URL: 'http://ann:hunter2@mail' })).not.toThrow(/hunter2/);
  expect(() => parse({ AUTH_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
  expect(() => parse({ DATABASE_URL: 'mysql://root:hunter2@db' })).not.toThrow(/hunter2/);
  expect(() => parse({ DATABASE_REPLICA_URL: 'mysql://root:hunter2@db' })).not.toThrow(/hunter2/);
});

it('reads a .env file, which variables of the process override', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-env-'));
  await writeFile(join(directory, '.env'), '# a comment\nPORT=9000\nINSTANCE_NAME="My place"\n');
  expect(readVariables(directory, { PORT: '9001' })).toEqual({ PORT: '9001', INSTANCE_NAME: 'My place' });
  await rm(directory, { recursive: true });
});

it.each([
  ['without PUBLIC_URL', undefined, 'https://media.example.org', 'needs PUBLIC_URL'],
  [
    'that is the instance itself',
    'https://live.example.org',
    'https://live.example.org/',
    'Name another host',
  ],
  [
    'whose content pages over https do not load',
    'https://live.example.org',
    'http://cdn.example.org',
    'Use https',
  ],
])('refuses a host of media %s', (_what, publicUrl, mediaUrl, message) => {
  const given = { MEDIA_URL: mediaUrl, ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }) };
  expect(() => parse({ DEMO: 'false', ...given })).toThrow(message);
});

it('reads the mirrors that viewers are told of, and has none where playlists are not signed', () => {
  const given = { DEMO: 'false', MIRRORS: 'https://mirror.example.org, http://127.0.0.1:8090' };
  expect(parse(given).mirrors).toEqual(['https://mirror.example.org', 'http://127.0.0.1:8090']);
  for (const P2P of ['off', 'relay']) expect(parse({ ...given, P2P }).mirrors).toEqual([]);
  expect(() => parse({ ...given, PUBLIC_URL: 'https://live.example.org' })).toThrow(
    'http://127.0.0.1:8090 is not https',
  );
});
