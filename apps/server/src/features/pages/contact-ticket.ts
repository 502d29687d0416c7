/**
 * A ticket is the signed time at which a form was opened, with an id so that it is good for one message. A bot
 * that posts directly has none, and one that fetches a ticket has to wait like a human reader.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { CONTACT_MIN_SECONDS } from '@tributary/contracts';

const MAX_AGE_SECONDS = 24 * 3600;

export interface ContactTickets {
  issue(nowMs?: number): string;
  check(ticket: string, nowMs?: number): TicketVerdict;
}

export type TicketVerdict = { readonly id: string } | 'too_fast' | 'expired' | 'forged';

/** @param secret of the instance, of any length */
export function createContactTickets(secret: string): ContactTickets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'contact form', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    issue(nowMs = Date.now()) {
      const openedAt = Math.floor(nowMs / 1000).toString(36);
      const signed = `${openedAt}.${randomBytes(12).toString('base64url')}`;
      return `${signed}.${sign(signed).toString('base64url')}`;
    },
    check(ticket, nowMs = Date.now()) {
      const [openedAt = '', id = '', signature = ''] = ticket.split('.', 3);
      const actual = Buffer.from(signature, 'base64url');
      const expected = sign(`${openedAt}.${id}`);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged';
      const age = nowMs / 1000 - Number.parseInt(openedAt, 36);
      if (age < CONTACT_MIN_SECONDS) return 'too_fast';
      return age > MAX_AGE_SECONDS ? 'expired' : { id };
    },
  };
}
