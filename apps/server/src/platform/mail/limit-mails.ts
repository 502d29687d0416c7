/** Limits the mails that one address receives, whatever causes them, so that no sender can flood a mailbox. */
import { HOUR_MS } from '../durations.ts';
import type { Log } from '../log/log.ts';
import type { SharedState } from '../shared-state/index.ts';
import type { Mailer } from './mail.ts';

/** Each purpose counts separately, so that mails of one cannot suppress those of another. */
const MAX_PER_PURPOSE = 10;
const WINDOW_MS = HOUR_MS;

/** Drops mails beyond the limit and logs the first of them. */
export function limitMails(mailer: Mailer, sharedState: SharedState, log: Log): Mailer {
  const counters = sharedState.store('mails');
  return {
    async send(mail) {
      const { to, purpose } = mail;
      const { count } = await counters.increment(`${purpose} ${mailboxOf(to)}`, WINDOW_MS);
      if (count <= MAX_PER_PURPOSE) return mailer.send(mail);
      if (count === MAX_PER_PURPOSE + 1) {
        log.warn(
          { to, purpose, maxPerHour: MAX_PER_PURPOSE },
          'An address has received as many mails for one purpose as it may within an hour; further ones are dropped',
        );
      }
    },
  };
}

/** The mailbox of an address. Subaddresses such as `ann+shop@example.org` lead to one mailbox (RFC 5233). */
const mailboxOf = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, '@');
