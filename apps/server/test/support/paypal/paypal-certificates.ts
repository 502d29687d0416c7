/** A certificate authority for tests, made by openssl. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

interface Subject {
  readonly name: string;
  /** Null: the certificate signs itself. */
  readonly issuer: Issued | null;
  readonly isAuthority?: boolean;
  /** The address at which the certificate says that its issuer is published. */
  readonly issuerUrl?: string;
}

const DAYS = '7300';

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The key of all certificates that sign webhooks. PayPal signs with RSA, whose keys take a while to make. */
let signingKey: string | null = null;

function keyFor(isAuthority: boolean): string {
  if (isAuthority) return pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  signingKey ??= pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  return signingKey;
}

export function issue({ name, issuer, isAuthority = false, issuerUrl }: Subject): Issued {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const key = keyFor(isAuthority);
  const extensions = [
    `basicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
    `subjectAltName=DNS:${name}`,
    ...(issuerUrl === undefined ? [] : [`authorityInfoAccess=caIssuers;URI:${issuerUrl}`]),
  ];
  try {
    const file = (fileName: string, text: string): string => {
      writeFileSync(join(folder, fileName), text);
      return join(folder, fileName);
    };
    const keyFile = file('key.pem', key);
    const config = file(
      'config',
      `[req]\ndistinguished_name=dn\nprompt=no\n[dn]\nCN=${name}\n[v3]\n${extensions.join('\n')}\n`,
    );
    const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });
    const request = file('request', openssl('req', '-new', '-key', keyFile, '-config', config));
    const signer = issuer
      ? ['-CA', file('ca.pem', issuer.certificate), '-CAkey', file('ca.key', issuer.key), '-CAcreateserial']
      : ['-signkey', keyFile];
    const options = ['-days', DAYS, '-sha256', '-extfile', config, '-extensions', 'v3'];
    return { key, certificate: openssl('x509', '-req', '-in', request, ...signer, ...options) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const CERTIFICATE_NAME = 'messageverificationcerts.local';

let known: { readonly root: Issued; readonly signer: Issued } | null = null;

/** The same authority for all tests of a file, since keys take a while to make. */
export function authority() {
  if (known) return known;
  const root = issue({ name: 'Local Root', issuer: null, isAuthority: true });
  known = { root, signer: issue({ name: CERTIFICATE_NAME, issuer: root }) };
  return known;
}
