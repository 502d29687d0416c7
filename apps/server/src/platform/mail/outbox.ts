/** The default of an instance without a mail server: each mail is a file, and the log says where. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 as uuidv7 } from 'uuid';
import type { Log } from '../log/log.ts';
import type { Mail, Mailer } from './mail.ts';

export interface OutboxOptions {
  /** Made when the first mail comes; the files in it are for the instance's owner alone. */
  readonly directory: string;
  /** `Name <address>` */
  readonly from: string;
  readonly log: Log;
}

/** Writes `.eml` files (RFC 5322), which any mail program opens, named so that they sort by time. */
export function createOutbox({ directory, from, log }: OutboxOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail: Mail) {
      const { message } = await composer.sendMail({
        from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
      });
      const file = join(directory, `${uuidv7()}.eml`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, message, { mode: 0o600 });
      await rename(`${file}.new`, file);
      log.info(
        { to: mail.to, subject: mail.subject, file },
        'Mail written to the outbox: there is no mail server',
      );
    },
  };
}
