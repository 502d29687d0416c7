/** Sends mail through the operator's mail server (RFC 5321). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { compose, type Mailer } from './mail.ts';
import type { MailLogo } from './mail-html.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://...:465`. */
  readonly url: string;
  /** `Name <address>` */
  readonly from: string;
  readonly log: Log;
  /** The logo of the instance at present; null if it has none. */
  readonly logo?: () => MailLogo | null;
  /** The delays before further attempts in milliseconds. Sign-in codes in mails expire after ten minutes. */
  readonly retryAfterMs?: readonly number[];
}

export interface SmtpMailer extends Mailer {
  /** Gives up on mails that were not accepted yet. */
  close(): void;
}

/** Creates a mailer that retries only temporary failures. */
export function createSmtp({
  url,
  from,
  log,
  logo = () => null,
  retryAfterMs = [1_000, 5_000, 20_000],
}: SmtpOptions): SmtpMailer {
  const closing = new AbortController();
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail) {
      const composed = compose(mail, logo());
      transport ??= openTransport(url);
      const pool = await transport;
      for (let attempt = 0; ; attempt++) {
        try {
          await pool.sendMail({ from, ...composed });
          return;
        } catch (err) {
          const wait = retryAfterMs[attempt];
          if (wait === undefined || isPermanent(err) || closing.signal.aborted) throw err;
          log.warn(
            { err, to: mail.to, attempt: attempt + 1, retryInMs: wait },
            'The mail server did not accept a mail; retrying',
          );
          await delay(wait, undefined, { signal: closing.signal });
        }
      }
    },
    close() {
      closing.abort();
      void transport?.then((pool) => pool.close());
    },
  };
}

/** Loads the library with the first mail, so that an instance that sends none can use its memory for streams. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mails are composed from our own text and never include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** RFC 5321, 4.2.1: 5yz is a permanent failure. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
