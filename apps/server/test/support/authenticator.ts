/** An authenticator app (RFC 6238), with the codes of earlier and later steps. */
import { createOTP } from '@better-auth/utils/otp';

export function authenticator(totpUri: string) {
  const secret = fromBase32(new URL(totpUri).searchParams.get('secret') ?? '');
  return (offset = 0) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + offset);
}

export function fromBase32(text: string): string {
  const bits = [...text].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}
