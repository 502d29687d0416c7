/** The instance's configuration, with all defaults applied. */
import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { DEFAULT_MEDIA_SETTINGS, type MediaSettings, type WebRtcSettings } from '#media/settings.ts';
import { ConfigError } from '#platform/config-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Environment, parseEnvironment, type Variables } from './env.ts';
import { isPublicHost } from './public-host.ts';

/**
 * The work of a process. `web` takes encoders and viewers, and leaves imports, exact cuts, storyboards and renditions of
 * stored videos to others. `worker` takes no encoder, and runs jobs. `all` does everything.
 */
export type Role = 'all' | 'web' | 'worker';

export interface Config {
  readonly instanceName: string;
  readonly version: string;
  /** Whether this is a demo: generated channels, sandbox money, sign-ins printed at the start. */
  readonly demo: boolean;
  /** How many demo channels are live. */
  readonly demoChannels: number;
  readonly role: Role;
  /** Address on which HTTP and RTMP listen. */
  readonly host: string;
  readonly port: number;
  readonly rtmpPort: number;
  /** Connections of encoders that one network (an IPv4 address, or a /64 of IPv6) may have. */
  readonly rtmpConnectionsPerNetwork: number;
  /** Base URL of the instance for its users, without a trailing slash. */
  readonly publicUrl: string;
  /** The origin from which browsers load media, such as that of a CDN; null: from `publicUrl`. */
  readonly mediaUrl: string | null;
  /** Whether PUBLIC_URL is not set, so that users may also open an IP address of this machine. */
  readonly reachableByAddress: boolean;
  /** The server URL for encoders: `rtmp://host[:port]/live`. */
  readonly rtmpUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Null for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A streaming replica of it for reads that may be a second old; null: there is none. */
  readonly databaseReplica: { readonly url: string; readonly maxLagMs: number } | null;
  /** A Redis or Valkey server through which several processes of the instance work together, or null. */
  readonly redisUrl: string | null;
  /** Where other processes of the instance reach this one; null: where HTTP listens on this machine. */
  readonly processUrl: string | null;
  /** A bucket for stored files; null for DATA_DIR/storage. */
  readonly s3: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly region: string;
    readonly prefix: string;
  } | null;
  /** Reverse proxies whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: readonly string[];
  /** How many viewers to expect at once, in all and behind one address. Limits of connections follow from it. */
  readonly maxViewers: number;
  readonly maxViewersPerNetwork: number;
  /** Browsers in which an account can watch at a time what it has a ticket or a subscription for. */
  readonly maxScreens: number;
  readonly logLevel: string;
  /** Null: text on a terminal, JSON anywhere else. */
  readonly logFormat: 'json' | 'text' | null;
  readonly media: MediaSettings;
  /** Cores that this process may use to make renditions of its live streams; `auto`: half of the machine's. */
  readonly transcoding: 'off' | 'auto' | number;
  /** Null: no playback over WebRTC. */
  readonly webrtc: WebRtcSettings | null;
  /** Whether viewers may give streams to each other: not, if they agree, or unless they object. */
  readonly p2p: 'off' | 'relay' | 'ask' | 'on';
  /** The origins of mirrors that viewers are told of, and that pages may load from. */
  readonly mirrors: readonly string[];
  /** The UDP port of the STUN responder; null: there is none. */
  readonly stunPort: number | null;
  /** The STUN and TURN servers of viewers who give streams to each other. */
  readonly ice: Pick<WebRtcSettings, 'iceServers' | 'turnSecret'>;
  readonly metrics: {
    /** The port that Prometheus scrapes; null if metrics have no port of their own. */
    readonly server: { readonly host: string; readonly port: number } | null;
    /** The token that scrapes must send, which also serves /metrics on the HTTP port; null if there is none. */
    readonly token: string | null;
  };
  readonly backup: {
    /** The folder, or s3://bucket/prefix, that backups are kept in; null if none is set. */
    readonly place: string | null;
    /** The file with the key that encrypts them; null for backups that are not encrypted. */
    readonly keyFile: string | null;
    /** How often the instance makes one; 0 if only the command line does. */
    readonly everyHours: number;
    /** How many are kept. */
    readonly keep: number;
  };
  /** How long the instance may be down so that its streams continue afterwards. */
  readonly maxDowntimeSeconds: number;
  /** The operator's mail server; null to write mails to DATA_DIR/outbox. */
  readonly smtpUrl: string | null;
  /** `Name <address>` */
  readonly mailFrom: string;
  /** An OpenID Connect provider for sign-in, or null. */
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
  } | null;
  /** Where to check for breached passwords by k-anonymity; null to skip the check. */
  readonly breachesUrl: string | null;
  /** Whether an instance that is no demo accepts test money while no payment provider is set up. */
  readonly allowSandboxPayments: boolean;
  /** As they were given: payment providers find their keys there. */
  readonly variables: Variables;
  /** Secrets of the environment, which override those of `secrets.json`. */
  readonly givenSecrets: { readonly auth: string | undefined; readonly streamKey: string | undefined };
}

/** The variables of the process, which override those of a `.env` file in `directory`. */
export function readVariables(directory: string, variables: Variables = process.env): Variables {
  const file = resolve(directory, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...variables } : variables;
}

/**
 * @param directory base of a relative DATA_DIR: the repository's root under `npm start`
 * @throws ConfigError that names the invalid variable, also for a public demo without DEMO_PUBLIC
 */
export function parseConfig(variables: Variables, directory: string): Config {
  const env = parseEnvironment(variables);
  const demo = env.DEMO ?? env.DATABASE_URL === undefined;
  const host = env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0');
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined) {
    throw new ConfigError(
      `ROLE: ${env.ROLE} needs processes that share a database. Set DATABASE_URL, or ROLE=all.`,
    );
  }
  const publicUrl = env.PUBLIC_URL ?? `http://${urlHost(host)}:${env.PORT}`;
  if (demo && !env.DEMO_PUBLIC && isPublicHost(new URL(publicUrl).hostname)) {
    throw new ConfigError(
      `PUBLIC_URL: ${publicUrl} is public, but this is a demo instance, on which addresses are not confirmed. Set DEMO=false, or DEMO_PUBLIC=true to run a public demo.`,
    );
  }
  const rtmpUrl = env.RTMP_PUBLIC_URL ?? defaultRtmpUrl(publicUrl, env.RTMP_PORT);
  const defaults = DEFAULT_MEDIA_SETTINGS;
  return {
    instanceName: env.INSTANCE_NAME,
    version: packageJson.version,
    demo,
    demoChannels: env.DEMO_CHANNELS,
    role: env.ROLE,
    host,
    port: env.PORT,
    rtmpPort: env.RTMP_PORT,
    rtmpConnectionsPerNetwork: env.RTMP_CONNECTIONS_PER_NETWORK,
    publicUrl: new URL(publicUrl).href.replace(/\/+$/, ''),
    mediaUrl: mediaUrlOf(env),
    reachableByAddress: env.PUBLIC_URL === undefined,
    rtmpUrl: rtmpUrl.replace(/\/+$/, ''),
    dataDir: resolve(directory, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplica: replicaOf(env),
    redisUrl: env.REDIS_URL ?? null,
    processUrl: env.PROCESS_URL ?? null,
    s3: s3Of(env),
    trustProxy: env.TRUST_PROXY,
    maxViewers: env.MAX_VIEWERS,
    maxViewersPerNetwork: env.MAX_VIEWERS_PER_NETWORK,
    maxScreens: env.MAX_SCREENS,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT ?? null,
    media: {
      partTargetSeconds: env.PART_TARGET_SECONDS ?? defaults.partTargetSeconds,
      segmentMinSeconds: env.SEGMENT_SECONDS ?? defaults.segmentMinSeconds,
      liveWindowSeconds: env.LIVE_WINDOW_SECONDS ?? defaults.liveWindowSeconds,
      graceSeconds: env.GRACE_SECONDS ?? defaults.graceSeconds,
      deadAfterSeconds: defaults.deadAfterSeconds,
      maxStreams: env.MAX_STREAMS ?? defaults.maxStreams,
      maxBitrateKbps: env.MAX_BITRATE_KBPS ?? defaults.maxBitrateKbps,
      memoryBytes: env.LIVE_MEMORY_MB === undefined ? defaultMediaBytes() : env.LIVE_MEMORY_MB * 1024 ** 2,
    },
    transcoding: env.TRANSCODING,
    webrtc: webRtcOf(env, host),
    p2p: env.P2P,
    mirrors: mirrorsOf(env),
    stunPort: env.STUN_PORT === 0 || env.P2P === 'off' ? null : env.STUN_PORT,
    ice: withOwnStun(iceOf(env), env, publicUrl),
    metrics: {
      server: env.METRICS_PORT === 0 ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
      token: env.METRICS_TOKEN ?? null,
    },
    backup: {
      place:
        env.BACKUP_TO === undefined || env.BACKUP_TO.startsWith('s3://')
          ? (env.BACKUP_TO ?? null)
          : resolve(directory, env.BACKUP_TO),
      keyFile: env.BACKUP_KEY_FILE === undefined ? null : resolve(directory, env.BACKUP_KEY_FILE),
      everyHours: env.BACKUP_TO === undefined ? 0 : env.BACKUP_EVERY_HOURS,
      keep: env.BACKUP_KEEP,
    },
    maxDowntimeSeconds: env.MAX_DOWNTIME_SECONDS,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom:
      env.MAIL_FROM ??
      `${env.INSTANCE_NAME.replace(/["<>@]/g, '')} <no-reply@${new URL(publicUrl).hostname}>`,
    oidc: oidcOf(env),
    breachesUrl: env.CHECK_BREACHED_PASSWORDS ? PWNED_PASSWORDS : null,
    allowSandboxPayments: env.ALLOW_SANDBOX_PAYMENTS,
    variables,
    givenSecrets: { auth: env.AUTH_SECRET, streamKey: env.STREAM_KEY_SECRET },
  };
}

/** @throws ConfigError for a replica of the embedded database, which has none, and for the database itself */
function replicaOf(env: Environment): Config['databaseReplica'] {
  const { DATABASE_URL: primary, DATABASE_REPLICA_URL: url } = env;
  if (url === undefined) return null;
  if (primary === undefined) {
    throw new ConfigError(
      'DATABASE_REPLICA_URL: a replica needs a server of your own. Set DATABASE_URL too.',
    );
  }
  if (url === primary) {
    throw new ConfigError(
      'DATABASE_REPLICA_URL: the value is that of DATABASE_URL. Name a streaming replica, or remove the variable.',
    );
  }
  return { url, maxLagMs: env.DATABASE_REPLICA_MAX_LAG_SECONDS * 1000 };
}

/** @throws ConfigError where browsers would not load media from there */
function mediaUrlOf({ MEDIA_URL: given, PUBLIC_URL: publicUrl }: Environment): string | null {
  if (given === undefined) return null;
  if (publicUrl === undefined) {
    throw new ConfigError('MEDIA_URL: media on another host needs PUBLIC_URL. Set both, or none.');
  }
  const [media, instance] = [new URL(given), new URL(publicUrl)];
  if (media.origin === instance.origin) {
    throw new ConfigError(
      `MEDIA_URL: ${given} is the address of the instance itself. Name another host, or remove the variable.`,
    );
  }
  if (instance.protocol === 'https:' && media.protocol !== 'https:') {
    throw new ConfigError(
      `MEDIA_URL: ${given} is not https, and browsers load nothing from there into pages of ${publicUrl}. Use https.`,
    );
  }
  return media.origin;
}

/** A third of the memory of the machine, or of the container: the database and the page cache use the rest. */
function defaultMediaBytes(): number {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 3);
}

/** Have I Been Pwned's range search, to which the first five digits of a hash are appended. */
const PWNED_PASSWORDS = 'https://api.pwnedpasswords.com/range/';

/** @throws ConfigError when only some of the variables are set */
function oidcOf(env: Environment): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all three or none.');
  }
  return { issuer, clientId, clientSecret, name: env.OIDC_NAME };
}

function webRtcOf(env: Environment, host: string): WebRtcSettings | null {
  if (env.WEBRTC_PORT === 0) return null;
  return {
    port: env.WEBRTC_PORT,
    bindAddress: host === '0.0.0.0' || host === '::' ? null : host === 'localhost' ? '127.0.0.1' : host,
    addresses: env.WEBRTC_ADDRESSES ?? [],
    ...iceOf(env),
    maxViewers: env.WEBRTC_MAX_VIEWERS,
  };
}

const iceOf = (env: Environment): Config['ice'] => ({
  iceServers: env.WEBRTC_ICE_SERVERS ?? [],
  turnSecret: env.WEBRTC_TURN_SECRET ?? null,
});

/** Adds the STUN responder of this instance, which viewers reach by the name of the instance. */
function withOwnStun(ice: Config['ice'], env: Environment, publicUrl: string): Config['ice'] {
  if (env.STUN_PORT === 0) return ice;
  return { ...ice, iceServers: [`stun:${new URL(publicUrl).hostname}:${env.STUN_PORT}`, ...ice.iceServers] };
}

/** @throws ConfigError where browsers would load nothing from one of them */
function mirrorsOf({ MIRRORS: mirrors, P2P: policy, PUBLIC_URL: publicUrl }: Environment): readonly string[] {
  const plain = mirrors.find((mirror) => !mirror.startsWith('https:'));
  if (plain !== undefined && publicUrl?.startsWith('https:') === true) {
    throw new ConfigError(
      `MIRRORS: ${plain} is not https, and browsers load nothing from there into pages of ${publicUrl}. Use https.`,
    );
  }
  // Without the exchange, playlists are not signed, and pages could not verify what a mirror sends.
  return policy === 'off' || policy === 'relay' ? [] : mirrors;
}

/** The host for a URL: `localhost` for a loopback or wildcard address. */
function urlHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Leaves out port 1935, the default of RTMP 1.0. */
function defaultRtmpUrl(publicUrl: string, port: number): string {
  const { hostname } = new URL(publicUrl);
  return `rtmp://${hostname}${port === 1935 ? '' : `:${port}`}/live`;
}

/** @throws ConfigError when only some of the variables are set */
function s3Of(env: Environment): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (![endpoint, bucket, accessKeyId, secretAccessKey].some((value) => value !== undefined)) return null;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set all four or none.',
    );
  }
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION, prefix: env.S3_PREFIX };
}
