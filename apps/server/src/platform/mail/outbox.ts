/** The default without a mail server: each mail is written to a file that the log names. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxMail } from '@tributary/contracts/instance';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Log } from '../log/log.ts';
import { compose, type Mail, type Mailer } from './mail.ts';
import type { MailLogo } from './mail-html.ts';

export interface OutboxOptions {
  /** The directory, created with the first mail. Only its owner can read its files. */
  readonly directory: string;
  /** `Name <address>` */
  readonly from: string;
  readonly log: Log;
  /** The logo of the instance at present; null if it has none. */
  readonly logo?: () => MailLogo | null;
}

export interface Outbox extends Mailer {
  /** The newest mails, newest first. */
  newest(limit: number): Promise<z.output<typeof outboxMail>[]>;
}

/** The number of mails that are kept; older ones are deleted. */
const MAX_MAILS = 1_000;

/**
 * Writes `.eml` files (RFC 5322), which any mail program opens, with names that sort by time, and a JSON file
 * beside each for `newest`.
 */
export function createOutbox({ directory, from, log, logo = () => null }: OutboxOptions): Outbox {
  async function ids(): Promise<string[]> {
    const files = await readdir(directory).catch(() => []);
    return files
      .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
      .sort()
      .reverse();
  }

  async function put(name: string, content: string | Uint8Array): Promise<void> {
    const file = join(directory, name);
    await writeFile(`${file}.new`, content, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  return {
    async send(mail: Mail) {
      const composed = compose(mail, logo());
      const { to, subject, text } = composed;
      // The library is loaded with the first mail, so that an instance that sends none can use its memory for streams.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail({ from, ...composed });
      const id = uuidv7();
      if (!(message instanceof Uint8Array))
        throw new Error(`The composer returned ${typeof message} instead of bytes.`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await put(`${id}.eml`, message);
        await put(`${id}.json`, JSON.stringify({ id, to, subject, text, sentAt: new Date().toISOString() }));
      } catch (cause) {
        throw new Error(`The mail “${subject}” to ${to} could not be written to ${directory}.`, { cause });
      }
      for (const old of (await ids()).slice(MAX_MAILS)) {
        await rm(join(directory, `${old}.json`), { force: true });
        await rm(join(directory, `${old}.eml`), { force: true });
      }
      log.info(
        { to, subject, file: join(directory, `${id}.eml`) },
        'Wrote a mail to the outbox, because SMTP_URL is not set',
      );
    },
    async newest(limit) {
      const newest = (await ids()).slice(0, limit);
      const texts = newest.map((id) => readFile(join(directory, `${id}.json`), 'utf8'));
      return (await Promise.all(texts)).map((text) => outboxMail.parse(JSON.parse(text)));
    },
  };
}
