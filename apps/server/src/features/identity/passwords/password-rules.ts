/** Which passwords are refused although long enough: those that guessers try first. */
import { createHash } from 'node:crypto';
import { PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Log } from '#platform/log/log.ts';
import { identityErrors } from '../identity.errors.ts';

export interface PasswordRules {
  /**
   * @param pointer the field of the request that holds it (RFC 6901)
   * @param names of the person who chooses it
   * @throws AppError `password_unfit` naming the field
   */
  check(password: string, pointer: string, names?: readonly string[]): Promise<void>;
}

export interface PasswordRulesOptions {
  readonly log: Log;
  /**
   * Where known breaches can be asked by k-anonymity, as Have I Been Pwned answers: five hexadecimal
   * digits of the SHA-1 leave, nothing else. Null: nothing is asked.
   */
  readonly breachesUrl: string | null;
  readonly instanceName: string;
}

/** Somebody waits for the answer. */
const ASK_FOR_MS = 2_000;

/** The most common ones that are long enough to be chosen here at all, in lower case. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN),
);

export function createPasswordRules({ log, breachesUrl, instanceName }: PasswordRulesOptions): PasswordRules {
  return {
    async check(password, pointer, names = []) {
      const refuse = (detail: string) => {
        throw identityErrors.password_unfit({ errors: [{ pointer, detail }] });
      };
      if (password.length < PASSWORD_MIN) refuse(`Use at least ${PASSWORD_MIN} characters.`);
      if (password.length > PASSWORD_MAX) refuse(`Use at most ${PASSWORD_MAX} characters.`);
      if (isCommon(password)) {
        refuse('This is one of the passwords that guessers try first; choose another one.');
      }
      if (isMadeOf(password, [...CONTEXT, instanceName, ...names])) {
        refuse('This is little more than a name that guessers know; choose another one.');
      }
      if (breachesUrl !== null && (await isBreached(password, breachesUrl, log))) {
        refuse('This password is known from a breach of another site; choose one that you use nowhere else.');
      }
    },
  };
}

/** Also where somebody made a short one long: said twice, or followed by digits and signs. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  if (common.has(plain) || new Set(plain).size <= 2) return true;
  const half = plain.slice(0, plain.length / 2);
  return plain === half + half && dictionary['passwords-common'].includes(half);
}

/** What guessers know of any instance (OWASP ASVS 5.0, 6.1.2). */
const CONTEXT = ['tributary', 'password', 'livestream', 'stream', 'streamer', 'viewer', 'admin'];

/** Such words one after another, with digits and signs between them, and nothing else. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  let rest = letters(password);
  if (rest === '') return false;
  for (const word of words.map(letters).filter(({ length }) => length > 2)) rest = rest.replaceAll(word, '');
  return rest === '';
}

/** One that cannot be asked keeps nobody from choosing a password: false. */
async function isBreached(password: string, url: string, log: Log): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const response = await fetch(`${url}${hash.slice(0, 5)}`, {
      // Answers of equal length, so that what is asked cannot be told from how much comes back.
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(ASK_FOR_MS),
    });
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    const text = await response.text();
    return text.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':');
      return suffix === hash.slice(5) && Number(count) > 0;
    });
  } catch (err) {
    log.warn({ err }, 'Known breaches of passwords could not be asked');
    return false;
  }
}
