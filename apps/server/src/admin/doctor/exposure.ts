/** Checks for endpoints, accounts and secrets that strangers could reach or guess. */
import type { Config } from '#config/config.ts';
import { isPublicHost } from '#config/public-host.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** Passwords of examples and images. */
const COMMON =
  /^(?:password|postgres|tributary|secret|admin|root|change[-_ ]?me|example|test|guest|123456.*)$/i;

export function checkExposure(config: Config): Finding[] {
  const findings = [...checkDemo(config), ...checkMetrics(config), ...checkSecrets(config)];
  return findings.length > 0
    ? findings
    : [ok('No test accounts, open metrics or common passwords were found.')];
}

function checkDemo({ demo, publicUrl, allowSandboxPayments }: Config): Finding[] {
  if (!isPublicHost(new URL(publicUrl).hostname)) return [];
  if (demo)
    return [
      warning(
        `This is a demo instance on the public address ${publicUrl}: addresses are not confirmed, and money is test money.`,
        'Set DEMO=false, unless it is meant to be a public demo.',
      ),
    ];
  if (!allowSandboxPayments) return [];
  return [
    warning(
      'ALLOW_SANDBOX_PAYMENTS is true on a public address: viewers pay with test money.',
      'Set up a payment provider, and unset ALLOW_SANDBOX_PAYMENTS.',
    ),
  ];
}

function checkMetrics({ metrics: { server, token } }: Config): Finding[] {
  if (server === null || token !== null) return [];
  if (['127.0.0.1', '::1', 'localhost'].includes(server.host)) return [];
  return [
    failed(
      `Metrics are served on ${server.host}:${server.port} to anyone who reaches that port.`,
      'Set METRICS_TOKEN to a random string, or METRICS_HOST=127.0.0.1.',
    ),
  ];
}

function checkSecrets({
  givenSecrets,
  variables,
  databaseUrl,
  databaseReplica,
  redisUrl,
  metrics,
}: Config): Finding[] {
  const secrets = {
    AUTH_SECRET: givenSecrets.auth,
    STREAM_KEY_SECRET: givenSecrets.streamKey,
    METRICS_TOKEN: metrics.token ?? undefined,
    WEBRTC_TURN_SECRET: variables.WEBRTC_TURN_SECRET,
  };
  const weak = Object.entries(secrets).filter(([, value]) => value && !looksRandom(value));
  const urls = {
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: databaseReplica?.url ?? null,
    REDIS_URL: redisUrl,
  };
  const passwords = Object.entries(urls).filter(
    ([, url]) => url !== null && COMMON.test(decodeURIComponent(new URL(url).password)),
  );
  return [
    ...weak.map(([name]) =>
      failed(`${name} can be guessed.`, `Set ${name} to the output of: openssl rand -base64 32`),
    ),
    ...passwords.map(([name]) =>
      failed(`The password in ${name} is a common one.`, 'Give that server a random password.'),
    ),
  ];
}

/** 16 random characters of any alphabet have more than ten different ones, and spell no word of an example. */
function looksRandom(secret: string): boolean {
  return new Set(secret).size >= 10 && !/change.?me|password|secret|example/i.test(secret);
}
