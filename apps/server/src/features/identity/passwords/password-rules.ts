/** Refuses passwords that are long enough but easy to guess. */

import { createHash } from 'node:crypto';
import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts/identity';
import type { Log } from '#platform/log/log.ts';
import { type LocalizedText, localized } from '#platform/messages/index.ts';
import { identityErrors } from '../identity.errors.ts';

export interface PasswordRules {
  /**
   * @param pointer the field of the request that holds it (RFC 6901)
   * @param names the person's own names, which the password must not consist of
   * @throws AppError `password_unfit` naming the field
   */
  check(password: string, pointer: string, names?: readonly string[]): Promise<void>;
}

export interface PasswordRulesOptions {
  readonly log: Log;
  /**
   * A range API for breached passwords with k-anonymity, like Have I Been Pwned's: only five hexadecimal
   * digits of the SHA-1 are sent. Null: no check.
   */
  readonly breachesUrl: string | null;
  readonly instanceName: () => string;
}

/** The timeout is short, because a person is waiting. */
const BREACH_CHECK_TIMEOUT_MS = 2_000;

export function createPasswordRules({ log, breachesUrl, instanceName }: PasswordRulesOptions): PasswordRules {
  return {
    async check(password, pointer, names = []) {
      const refuse = (detail: LocalizedText) => {
        throw identityErrors.password_unfit({ errors: [{ pointer, detail }] });
      };
      if (password.length < PASSWORD_MIN)
        refuse(localized('errors.identity.password_short', { min: PASSWORD_MIN }));
      if (password.length > PASSWORD_MAX)
        refuse(localized('errors.identity.password_long', { max: PASSWORD_MAX }));
      if (await isCommon(password)) {
        refuse(localized('errors.identity.password_common'));
      }
      if (isMadeOf(password, [...CONTEXT, instanceName(), ...names])) {
        refuse(localized('errors.identity.password_name'));
      }
      if (breachesUrl !== null && (await isBreached(password, breachesUrl, log))) {
        refuse(localized('errors.identity.password_breached'));
      }
    },
  };
}

/** Whether a password is common. Also recognizes a common password that is repeated, and one of two characters only. */
async function isCommon(password: string): Promise<boolean> {
  const plain = password.toLowerCase();
  if (new Set(plain).size <= 2) return true;
  // The list is loaded with the first new password, since few processes need it.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const half = plain.slice(0, plain.length / 2);
  return common.includes(plain) || (plain === half + half && common.includes(half));
}

/** Words that attackers try on any instance (OWASP ASVS 5.0, 6.1.2). */
const CONTEXT = ['tributary', 'password', 'livestream', 'stream', 'streamer', 'viewer', 'admin'];

/** Whether the password's letters consist of these words only. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  let rest = letters(password);
  if (rest === '') return false;
  for (const word of words.map(letters).filter(({ length }) => length > 2)) rest = rest.replaceAll(word, '');
  return rest === '';
}

/** @returns false if the service cannot be reached, so that people can still choose a password */
async function isBreached(password: string, url: string, log: Log): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const response = await fetch(`${url}${hash.slice(0, 5)}`, {
      // Pads answers to one length, so that their size does not reveal the query.
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(BREACH_CHECK_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    const text = await response.text();
    return text.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':');
      return suffix === hash.slice(5) && Number(count) > 0;
    });
  } catch (err) {
    log.warn({ err }, 'Could not check a password against known breaches');
    return false;
  }
}
