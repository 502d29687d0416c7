/**
 * Signs texts that leave the instance in links and forms and come back, so that only this instance can make or change
 * them.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface TextSigner {
  /** @returns the text, a dot, and its signature */
  sign(text: string): string;
  /** @returns the text; null: it is malformed or its signature is wrong */
  open(signed: string): string | null;
}

/**
 * @param secret the instance's secret, of any length
 * @param purpose the kind of the texts; signatures for one purpose are invalid for any other
 */
export function createTextSigner(secret: string, purpose: string): TextSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => `${text}.${signatureOf(text).toString('base64url')}`,
    open(signed) {
      const end = signed.lastIndexOf('.');
      const text = signed.slice(0, Math.max(0, end));
      const given = Buffer.from(signed.slice(end + 1), 'base64url');
      const expected = signatureOf(text);
      return given.length === expected.length && timingSafeEqual(given, expected) ? text : null;
    },
  };
}
