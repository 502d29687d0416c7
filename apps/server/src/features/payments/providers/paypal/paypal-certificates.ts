/** Downloads the certificates that sign PayPal's webhooks, and checks their address, chain, name and dates. */
import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { ProviderUnavailable, WebhookRefused } from '../provider.errors.ts';
import { request } from './paypal-http.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
/** A certificate is downloaded and checked again after this time. */
const CACHE_MS = HOUR_MS;
const CACHED_MAX = 16;
/** The longest chain from the signing certificate to one that a root has issued. */
const CHAIN_MAX = 4;

const PATH = /^\/v1\/notifications\/certs\/CERT-[\w-]{1,80}$/;
const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CA_ISSUERS = /^CA Issuers - URI:(http:\/\/\S+)$/m;

export interface CertificateOptions {
  /** The origin at which PayPal publishes its certificates: `https://api.paypal.com` */
  readonly origin: string;
  /** The name in the subject of the certificates. */
  readonly name: string;
  /** Trusted certificates in PEM; by default those of Node. */
  readonly roots?: readonly string[];
}

/** @throws WebhookRefused, ProviderUnavailable */
export type FindCertificate = (url: string, now: Date) => Promise<X509Certificate>;

export function createCertificates(options: CertificateOptions): FindCertificate {
  const { origin, name, roots: pems = rootCertificates } = options;
  const known = new ShortCache<X509Certificate>({ ttlMs: CACHE_MS, maxEntries: CACHED_MAX });
  // Limits the downloads that a sender of made-up addresses can cause.
  const limit = createConcurrencyLimiter(
    { maxConcurrent: 2, maxQueued: 20 },
    () => new WebhookRefused('Too many unknown certificates are being downloaded. Send the webhook again.'),
  );
  let roots: readonly X509Certificate[] | null = null;

  function addressOf(text: string): string {
    const url = URL.parse(text);
    if (url?.origin !== origin || url.href !== `${origin}${url.pathname}` || !PATH.test(url.pathname)) {
      throw new WebhookRefused(`The certificate of this webhook is not one of ${origin}.`);
    }
    return url.href;
  }

  async function download(url: string): Promise<Buffer> {
    const what = 'Downloading a certificate';
    const { status, body } = await request(what, url, {}, LIMITS);
    if (status >= 500) throw new ProviderUnavailable(`${what} was answered with ${status}`);
    if (status !== 200)
      throw new WebhookRefused(`The certificate of this webhook does not exist (${status}).`);
    return body;
  }

  /** Finds the issuer among the given certificates, or at the address that the certificate names (RFC 5280 4.2.2.1). */
  async function issuerOf(of: X509Certificate, others: readonly X509Certificate[]) {
    const given = others.find((other) => hasIssued(other, of));
    if (given) return given;
    const address = CA_ISSUERS.exec(of.infoAccess ?? '')?.[1];
    const issuer = address === undefined ? null : read(await download(address));
    return issuer && hasIssued(issuer, of) ? issuer : null;
  }

  async function checkChain(leaf: X509Certificate, others: readonly X509Certificate[], now: Date) {
    roots ??= pems.map((pem) => new X509Certificate(pem));
    let current: X509Certificate | null = leaf;
    for (let length = 0; current && length < CHAIN_MAX; length++) {
      checkDates(current, now);
      const { issuer } = current;
      const of = current;
      if (roots.some((root) => root.subject === issuer && hasIssued(root, of))) return;
      current = await issuerOf(current, others);
    }
    throw new WebhookRefused('The certificate of this webhook was not issued by a trusted authority.');
  }

  async function fetchCertificate(url: string, now: Date): Promise<X509Certificate> {
    const blocks = (await download(url)).toString('latin1').match(PEM_BLOCK) ?? [];
    const [leaf, ...others] = blocks.map(read);
    if (!leaf) throw new WebhookRefused('The certificate of this webhook cannot be read.');
    if (leaf.checkHost(name) === undefined) {
      throw new WebhookRefused(`The certificate of this webhook is not that of ${name}.`);
    }
    await checkChain(leaf, others, now);
    return leaf;
  }

  return async (text, now) => {
    const url = addressOf(text);
    const certificate = await known.get(url, () => limit(() => fetchCertificate(url, now)));
    checkDates(certificate, now);
    return certificate;
  };
}

function read(bytes: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (cause) {
    throw new WebhookRefused('The certificate of this webhook cannot be read.', { cause });
  }
}

const hasIssued = (issuer: X509Certificate, of: X509Certificate): boolean =>
  issuer.ca && of.checkIssued(issuer) && of.verify(issuer.publicKey);

function checkDates({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  if (now < validFromDate || now > validToDate) {
    throw new WebhookRefused(
      `The certificate of this webhook is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()}.`,
    );
  }
}
