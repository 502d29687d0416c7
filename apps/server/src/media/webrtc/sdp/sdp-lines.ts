/** What offers and trickle ICE fragments have in common (RFC 8866 section 5, RFC 8839 section 5). */
import { SdpError } from './sdp-error.ts';

/** A browser's offer for audio and video has about 200 lines. */
const MAX_LINES = 2_000;

/** RFC 8839 section 5.4: `ice-char`. */
const UFRAG = /^[A-Za-z0-9+/]{4,256}$/;
const PASSWORD = /^[A-Za-z0-9+/]{22,256}$/;
/** RFC 8866 section 9: `token`, shortened to what browsers use. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`{|}~-]{1,64}$/;

/** @throws SdpError */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > MAX_LINES)
    throw new SdpError(`The SDP has ${lines.length} lines; at most ${MAX_LINES} are allowed.`);
  return lines;
}

/** @throws SdpError */
export function iceUfrag(value: string): string {
  if (!UFRAG.test(value)) throw new SdpError('a=ice-ufrag needs 4 to 256 letters, digits, + or /.');
  return value;
}

/** @throws SdpError */
export function icePassword(value: string): string {
  if (!PASSWORD.test(value)) throw new SdpError('a=ice-pwd needs 22 to 256 letters, digits, + or /.');
  return value;
}

/** @throws SdpError */
export function token(value: string, what: string): string {
  if (!TOKEN.test(value)) throw new SdpError(`${what} needs a token of 1 to 64 characters.`);
  return value;
}
