/**
 * A ticket is the signed time at which a form was opened, with an id so that it is good for one message. A bot that
 * posts directly has none, and one that fetches a ticket has to wait as long as a human reader.
 */
import { randomBytes } from 'node:crypto';
import { CONTACT_MIN_SECONDS } from '@tributary/contracts/pages';
import { createTextSigner } from '#platform/signed-text.ts';

const MAX_AGE_SECONDS = 24 * 3600;

export interface ContactTickets {
  issue(nowMs?: number): string;
  check(ticket: string, nowMs?: number): TicketVerdict;
}

export type TicketVerdict = { readonly id: string } | 'too_fast' | 'expired' | 'forged';

/** @param secret the instance's secret, of any length */
export function createContactTickets(secret: string): ContactTickets {
  const signer = createTextSigner(secret, 'contact form');
  return {
    issue(nowMs = Date.now()) {
      const openedAt = Math.floor(nowMs / 1000).toString(36);
      return signer.sign(`${openedAt}.${randomBytes(12).toString('base64url')}`);
    },
    check(ticket, nowMs = Date.now()) {
      const text = signer.open(ticket);
      if (text === null) return 'forged';
      const [openedAt = '', id = ''] = text.split('.');
      const age = nowMs / 1000 - Number.parseInt(openedAt, 36);
      if (age < CONTACT_MIN_SECONDS) return 'too_fast';
      return age > MAX_AGE_SECONDS ? 'expired' : { id };
    },
  };
}
