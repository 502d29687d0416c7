/** Connects to the mail server, encrypts and signs in, without sending anything. */
import type { Config } from '#config/config.ts';
import { isPublicHost } from '#config/public-host.ts';
import { type SmtpRefusal, verifySmtp } from '#platform/mail/index.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export async function checkMail({ smtpUrl, demo }: Pick<Config, 'smtpUrl' | 'demo'>): Promise<Finding[]> {
  if (smtpUrl === null) {
    if (demo) return [];
    return [
      warning(
        'SMTP_URL is not set: links to confirm addresses and to reset passwords wait as files in DATA_DIR/outbox.',
        'Set SMTP_URL and MAIL_FROM to those of your mail server.',
      ),
    ];
  }
  const { protocol, hostname, host, username } = new URL(smtpUrl);
  const isEncrypted = await verifySmtp(smtpUrl, true);
  if (isEncrypted === null)
    return [
      ok(`The mail server ${host} accepts ${username ? `the sign-in of ${username}` : 'connections'}.`),
    ];
  if (protocol === 'smtp:' && isEncrypted.code === 'ETLS') {
    const plain = await verifySmtp(smtpUrl, false);
    if (plain !== null) return [refused(host, plain)];
    // A relay on the same machine or network often has no certificate.
    if (!isPublicHost(hostname)) return [ok(`The mail server ${host} accepts mail, unencrypted.`)];
    return [
      warning(
        `The mail server ${host} does not offer encryption: passwords and sign-in links can be read on the way.`,
        'Use a mail server with STARTTLS, or its smtps:// address.',
      ),
    ];
  }
  return [refused(host, isEncrypted)];
}

function refused(host: string, { code, reason }: SmtpRefusal): Finding {
  if (code === 'EAUTH')
    return failed(
      `The mail server ${host} refuses the sign-in: ${reason}.`,
      'Check the user and the password in SMTP_URL. Special characters are percent-encoded, such as %40 for @.',
    );
  if (code === 'ETLS' || /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|wrong version/i.test(reason))
    return failed(
      `The encryption of the mail server ${host} fails: ${reason}.`,
      'Use the name that its certificate has, smtps:// for port 465 and smtp:// for port 587.',
    );
  return failed(
    `The mail server ${host} does not answer: ${reason}.`,
    'Check the host and the port in SMTP_URL, and that the firewall lets this machine connect.',
  );
}
