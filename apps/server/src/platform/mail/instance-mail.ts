import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import type { Log } from '../log/log.ts';
import type { SharedState } from '../shared-state/index.ts';
import { limitMails } from './limit-mails.ts';
import type { Mailer } from './mail.ts';
import type { MailLogo } from './mail-html.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';

export interface InstanceMail {
  readonly mailer: Mailer;
  /** Null when mails must not be readable on the web, because their links open accounts. */
  readonly readableOutbox: Outbox | null;
  close(): void;
}

/** Sends through the configured SMTP server; without one, writes mails to an outbox directory. */
export function createInstanceMail(
  { smtpUrl, mailFrom, dataDir, demo }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'demo'>,
  sharedState: SharedState,
  log: Log,
  logo: () => MailLogo | null,
): InstanceMail {
  if (smtpUrl !== null) {
    const smtp = createSmtp({ url: smtpUrl, from: mailFrom, log, logo });
    const mailer = limitMails(smtp, sharedState, log);
    return { mailer, readableOutbox: null, close: () => smtp.close() };
  }
  const outbox = createOutbox({ directory: join(dataDir, 'outbox'), from: mailFrom, log, logo });
  const mailer = limitMails(outbox, sharedState, log);
  return { mailer, readableOutbox: demo ? outbox : null, close: () => {} };
}
