/**
 * A ticket is the signed time at which a form was opened. A bot that posts directly has none, and one that
 * fetches a ticket has to wait like a human reader.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { CONTACT_MIN_SECONDS } from '@tributary/contracts';

const MAX_AGE_SECONDS = 24 * 3600;

export interface ContactTickets {
  issue(nowMs?: number): string;
  check(ticket: string, nowMs?: number): 'valid' | 'too_fast' | 'expired' | 'forged';
}

/** @param secret of the instance, of any length */
export function createContactTickets(secret: string): ContactTickets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'contact form', 32));
  const sign = (openedAt: string) => createHmac('sha256', key).update(openedAt).digest();
  return {
    issue(nowMs = Date.now()) {
      const openedAt = Math.floor(nowMs / 1000).toString(36);
      return `${openedAt}.${sign(openedAt).toString('base64url')}`;
    },
    check(ticket, nowMs = Date.now()) {
      const [openedAt = '', signature = ''] = ticket.split('.', 2);
      const actual = Buffer.from(signature, 'base64url');
      const expected = sign(openedAt);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged';
      const age = nowMs / 1000 - Number.parseInt(openedAt, 36);
      if (age < CONTACT_MIN_SECONDS) return 'too_fast';
      return age > MAX_AGE_SECONDS ? 'expired' : 'valid';
    },
  };
}
