/** The schema of all environment variables. Nothing else reads process.env. */
import { z } from 'zod';
import { ConfigError } from '#platform/config-error.ts';

const trimmed = z.string().trim();

const port = (example: number) =>
  trimmed
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .describe(`a port number from 1 to 65535, such as ${example}`);

const seconds = (min: number, max: number, example: number) =>
  trimmed
    .transform((text) => (text === '' ? Number.NaN : Number(text)))
    .pipe(z.number().min(min).max(max))
    .describe(`a number of seconds from ${min} to ${max}, such as ${example}`);

const count = (min: number, max: number, example: number) =>
  trimmed
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .describe(`a whole number from ${min} to ${max}, such as ${example}`);

export const DEFAULT_VIEWERS = { maxViewers: 10_000, maxViewersPerNetwork: 1_000 };

const flag = z.stringbool().describe('true or false');

const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, normalize: false }).describe(`a URL such as ${example}`);

const secret = z.string().min(32).max(512).describe('a random string of at least 32 characters');

/** Addresses, networks and the names of proxy-addr whose X-Forwarded-For is trusted. */
const proxies = trimmed
  .transform((text) => text.split(/\s*,\s*/))
  .pipe(
    z.array(
      z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
    ),
  )
  .describe('addresses or networks of reverse proxies, such as loopback or 10.0.0.0/8,127.0.0.1');

/** Addresses that browsers can send to. */
const addresses = trimmed
  .transform((text) => text.split(/\s*,\s*/))
  .pipe(z.array(z.union([z.ipv4(), z.ipv6()])).max(8))
  .describe('addresses at which viewers reach this machine, such as 198.51.100.7,2001:db8::7');

/** The origins of mirrors that pages may load from. */
const mirrors = trimmed
  .transform((text) => text.split(/\s*,\s*/))
  .pipe(
    z
      .array(z.url({ protocol: /^https?$/ }).refine((address) => URL.parse(address)?.origin === address))
      .max(32),
  )
  .describe(
    'addresses of mirrors without paths, such as https://mirror.example.org,https://mirror.example.net',
  );

const iceServers = trimmed
  .transform((text) => text.split(/\s*,\s*/))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(
            /^(?:stuns?|turns?):(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/,
          ),
      )
      .max(8),
  )
  .describe('STUN and TURN servers, such as stun:stun.example.org:3478,turn:turn.example.org:3478');

const schema = z.object({
  ROLE: z.enum(['all', 'web', 'worker']).default('all').describe('one of all, web, worker'),
  PORT: port(8080).default(8080),
  RTMP_PORT: port(1935).default(1935),
  RTMP_CONNECTIONS_PER_NETWORK: count(2, 1000, 100).default(100),
  WEBRTC_PORT: trimmed
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(0).max(65_535))
    .default(0)
    .describe('a UDP port from 1 to 65535, such as 8189, or 0 for no playback over WebRTC'),
  WEBRTC_ADDRESSES: addresses.optional(),
  WEBRTC_ICE_SERVERS: iceServers.optional(),
  WEBRTC_TURN_SECRET: trimmed.min(16).max(512).optional().describe('a secret of at least 16 characters'),
  WEBRTC_MAX_VIEWERS: count(1, 10_000, 200).default(200),
  STUN_PORT: trimmed
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(0).max(65_535))
    .default(0)
    .describe('a UDP port from 1 to 65535, such as 3478, or 0 for no STUN responder'),
  P2P: z.enum(['off', 'relay', 'ask', 'on']).default('ask').describe('one of off, relay, ask, on'),
  MIRRORS: mirrors.default([]),
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.literal('localhost')])
    .optional()
    .describe('an address of this machine to listen on, such as 127.0.0.1 or 0.0.0.0'),
  DATA_DIR: trimmed.min(1).default('./data').describe('a directory, such as ./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/tributary').optional(),
  DATABASE_REPLICA_URL: url(/^postgres(ql)?$/, 'postgres://user:password@replica:5432/tributary').optional(),
  DATABASE_REPLICA_MAX_LAG_SECONDS: seconds(0.1, 60, 1).default(1),
  REDIS_URL: url(/^rediss?$/, 'redis://user:password@host:6379').optional(),
  PROCESS_URL: url(/^https?$/, 'http://10.0.0.5:8080').optional(),
  PUBLIC_URL: url(/^https?$/, 'https://live.example.org').optional(),
  MEDIA_URL: url(/^https?$/, 'https://media.example.org')
    .regex(/^[^/]+\/\/[^/?#@]+\/?$/)
    .describe('an address without a path, such as https://media.example.org')
    .optional(),
  RTMP_PUBLIC_URL: url(/^rtmps?$/, 'rtmp://live.example.org/live').optional(),
  INSTANCE_NAME: trimmed.min(1).max(60).default('Tributary').describe('a name of 1 to 60 characters'),
  DEMO: flag.optional(),
  DEMO_PUBLIC: flag.default(false),
  DEMO_CHANNELS: z.coerce.number().int().min(0).max(16).default(16).describe('a number from 0 to 16'),
  TRUST_PROXY: proxies.default([]),
  MAX_VIEWERS: count(1, 1_000_000, 10_000).default(DEFAULT_VIEWERS.maxViewers),
  MAX_VIEWERS_PER_NETWORK: count(1, 1_000_000, 1_000).default(DEFAULT_VIEWERS.maxViewersPerNetwork),
  MAX_SCREENS: count(1, 20, 2).default(2),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('one of fatal, error, warn, info, debug, trace, silent'),
  LOG_FORMAT: z.enum(['json', 'text']).optional().describe('json or text'),
  PART_TARGET_SECONDS: seconds(0.1, 2, 0.333).optional(),
  SEGMENT_SECONDS: seconds(1, 10, 2).optional(),
  LIVE_WINDOW_SECONDS: seconds(60, 3600, 60).optional(),
  GRACE_SECONDS: seconds(0, 600, 30).optional(),
  MAX_DOWNTIME_SECONDS: seconds(0, 86_400, 300).default(300),
  MAX_STREAMS: count(1, 10_000, 100).optional(),
  MAX_BITRATE_KBPS: count(100, 1_000_000, 20_000).optional(),
  TRANSCODING: z
    .union(
      [z.enum(['off', 'auto']), z.coerce.number().min(0.25).max(256)],
      'use off, auto or a number of cores such as 2',
    )
    .default('auto'),
  LIVE_MEMORY_MB: count(64, 1_000_000, 2048).optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.org:587').optional(),
  MAIL_FROM: trimmed
    .regex(/^(?:[^<>@"]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
    .optional()
    .describe('a sender such as Tributary <no-reply@example.org>'),
  OIDC_ISSUER: url(/^https?$/, 'https://login.example.org').optional(),
  OIDC_CLIENT_ID: trimmed.min(1).optional().describe('the client id given by the provider'),
  OIDC_CLIENT_SECRET: trimmed.min(1).optional().describe('the client secret given by the provider'),
  OIDC_NAME: trimmed.min(1).max(40).default('single sign-on').describe('a name of 1 to 40 characters'),
  CHECK_BREACHED_PASSWORDS: flag.default(false),
  S3_ENDPOINT: url(/^https?$/, 'https://s3.eu-central-1.amazonaws.com').optional(),
  S3_BUCKET: trimmed.min(1).optional().describe('the name of a bucket'),
  S3_ACCESS_KEY_ID: trimmed.min(1).optional().describe('the id of an access key'),
  S3_SECRET_ACCESS_KEY: trimmed.min(1).optional().describe('the secret of the access key'),
  S3_REGION: trimmed.min(1).default('us-east-1').describe('a region such as eu-central-1'),
  S3_PREFIX: trimmed
    .regex(/^(?:[a-zA-Z0-9][a-zA-Z0-9._-]*\/)*$/)
    .default('')
    .describe('a folder such as tributary/'),
  METRICS_PORT: trimmed
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(0).max(65_535))
    .default(0)
    .describe('a port number from 1 to 65535, such as 9464, or 0 for none'),
  METRICS_HOST: z
    .union([z.ipv4(), z.ipv6(), z.literal('localhost')])
    .default('127.0.0.1')
    .describe('an address of this machine to listen on, such as 127.0.0.1 or 10.0.0.5'),
  METRICS_TOKEN: trimmed.min(16).max(512).optional().describe('a secret of at least 16 characters'),
  BACKUP_TO: trimmed
    .min(1)
    .optional()
    .describe('a folder, or a bucket and a folder in it such as s3://backups/tributary'),
  BACKUP_KEY_FILE: trimmed.min(1).optional().describe('the path of a file with a random key'),
  BACKUP_EVERY_HOURS: count(0, 720, 24).default(24),
  BACKUP_KEEP: count(1, 1_000, 14).default(14),
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  AUTH_SECRET: secret.optional(),
  STREAM_KEY_SECRET: secret.optional(),
});

/** The names of all variables, except those that payment providers read themselves. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(schema.shape);

export type Environment = z.output<typeof schema>;
export type Variables = Readonly<Record<string, string | undefined>>;

/** Treats empty variables as not set. @throws ConfigError that names the first invalid variable */
export function parseEnvironment(variables: Variables): Environment {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0]) as keyof Environment;
  const shown = isSecret(name) ? 'The value' : JSON.stringify(given[name]);
  throw new ConfigError(`${name}: ${shown} is invalid. Use ${expectation(name)}.`);
}

/** The description of a variable's schema, found below `optional` and `default`. */
function expectation(name: keyof Environment): string {
  let field: z.ZodType = schema.shape[name];
  while (!field.description && (field instanceof z.ZodOptional || field instanceof z.ZodDefault)) {
    field = field.unwrap() as z.ZodType;
  }
  return field.description ?? 'another value';
}

const isSecret = (name: string) =>
  name.endsWith('_SECRET') ||
  name === 'S3_SECRET_ACCESS_KEY' ||
  name === 'METRICS_TOKEN' ||
  name === 'DATABASE_URL' ||
  name === 'DATABASE_REPLICA_URL' ||
  name === 'REDIS_URL' ||
  name === 'SMTP_URL';
