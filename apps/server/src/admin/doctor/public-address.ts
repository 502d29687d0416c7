/** Whether the instance answers at PUBLIC_URL: TLS, the clock, and the headers that reverse proxies send. */

import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Config } from '#config/config.ts';
import { isPublicHost } from '#config/public-host.ts';
import { DAY_MS } from '#platform/durations.ts';
import { ARRIVAL_HEADER, type ArrivalReport, arrivalProof, arrivalReport } from '#platform/http/index.ts';
import { checkClock } from './clock.ts';
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts';
import { checkProxy } from './proxy.ts';

const TIMEOUT_MS = 10_000;
/** Certificates of 90 days are renewed 30 days before they expire. */
const RENEWAL_DAYS = 14;

const TLS_MEND =
  'Give the reverse proxy a certificate for this name that browsers trust, such as one of Let’s Encrypt.';

export interface PublicAddressOptions {
  readonly isRunning: boolean;
  /** The secret that the running instance has; null if there is none yet. */
  readonly secret: string | null;
  /** Certificates to trust beside those of the system, for tests. */
  readonly ca?: string;
}

export async function checkPublicAddress(config: Config, options: PublicAddressOptions): Promise<Finding[]> {
  const { publicUrl } = config;
  const plain = checkProtocol(publicUrl);
  const sentAtMs = Date.now();
  let response: Response;
  try {
    response = await get(`${publicUrl}/healthz`, options);
  } catch (error) {
    return [...plain, unreachable(publicUrl, error, options.isRunning)];
  }
  const { headers, status, certificateEndsAt } = response;
  const findings = [...plain, ...checkCertificate(certificateEndsAt), checkAnswer(publicUrl, response)];
  if (headers.date !== undefined)
    findings.push(
      checkClock(`the server at ${publicUrl}`, Date.parse(headers.date), (sentAtMs + Date.now()) / 2),
    );
  const arrival = arrivalOf(response);
  if (arrival !== null) findings.push(...checkProxy(config, arrival));
  else if (status < 500)
    findings.push(
      warning(
        'How requests arrive behind a reverse proxy is not known.',
        'Start the instance, and run this command with the same DATA_DIR.',
      ),
    );
  return findings;
}

function checkProtocol(publicUrl: string): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || !isPublicHost(hostname)) return [];
  return [
    failed(
      `PUBLIC_URL is ${publicUrl}: passwords and cookies cross the internet unencrypted.`,
      'Put a reverse proxy with TLS in front of the instance, and set PUBLIC_URL to its https address.',
    ),
  ];
}

function unreachable(publicUrl: string, error: unknown, isRunning: boolean): Finding {
  const reason = reasonOf(error);
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|ALTNAME/.test(reason))
    return failed(`The TLS of ${publicUrl} is not accepted: ${reason}.`, TLS_MEND);
  const message = `${publicUrl} cannot be reached from this machine: ${reason}.`;
  if (!isRunning) return warning(message, 'Start the instance and the reverse proxy, and try again.');
  return failed(
    message,
    'Check the DNS entry of the name, the firewall, and that the reverse proxy is running.',
  );
}

function checkCertificate(endsAt: Date | null): Finding[] {
  if (endsAt === null) return [];
  const days = Math.floor((endsAt.getTime() - Date.now()) / DAY_MS);
  const message = `The certificate is valid until ${endsAt.toISOString().slice(0, 10)}.`;
  return days < RENEWAL_DAYS ? [warning(message, 'Check that the reverse proxy renews it.')] : [ok(message)];
}

function checkAnswer(publicUrl: string, { status, body }: Response): Finding {
  if (body.includes('"uptimeSeconds"'))
    return status === 200
      ? ok(`The instance answers at ${publicUrl}.`)
      : failed(`The instance answers at ${publicUrl} that it is down.`, `Read ${publicUrl}/healthz.`);
  if ([502, 503, 504].includes(status))
    return failed(
      `The reverse proxy of ${publicUrl} answers ${status}: it does not reach the instance.`,
      'Start the instance, and check the address and the port that the proxy passes requests to.',
    );
  return failed(
    `Another program answers at ${publicUrl}, with status ${status} for /healthz.`,
    'Set PUBLIC_URL to the address of this instance, or have the reverse proxy pass all paths to it.',
  );
}

interface Response {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly certificateEndsAt: Date | null;
}

function get(url: string, { secret, ca }: PublicAddressOptions): Promise<Response> {
  const headers = secret === null ? {} : { [ARRIVAL_HEADER]: arrivalProof(secret) };
  const options = { headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), ...(ca && { ca }) };
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage) => {
      let body = '';
      const { socket } = response;
      const validTo = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : null;
      response
        .setEncoding('utf8')
        .on('data', (text: string) => {
          body += text;
        })
        .on('error', reject)
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            certificateEndsAt: validTo === null ? null : new Date(validTo),
          }),
        );
    };
    const request = url.startsWith('https:')
      ? requestTls(url, options, take)
      : requestPlain(url, options, take);
    request.on('error', reject).end();
  });
}

function arrivalOf({ headers }: Response): ArrivalReport | null {
  const given = headers[ARRIVAL_HEADER];
  if (typeof given !== 'string') return null;
  return arrivalReport.parse(JSON.parse(decodeURIComponent(given)));
}
