/** Reads trickle ICE fragments (RFC 8840), which players send with PATCH. */
import { SdpError } from './sdp-error.ts';
import { icePassword, iceUfrag, linesOf, token } from './sdp-lines.ts';

const MAX_CANDIDATES = 64;

export interface IceFragment {
  readonly iceUfrag: string;
  readonly icePassword: string;
  readonly candidates: number;
  /** The player sends no more candidates. */
  readonly isLast: boolean;
}

/** @throws SdpError */
export function readFragment(text: string): IceFragment {
  let ufrag: string | undefined;
  let password: string | undefined;
  let candidates = 0;
  let isLast = false;
  for (const line of linesOf(text)) {
    if (line.startsWith('a=ice-ufrag:')) ufrag = iceUfrag(line.slice(12).trim());
    else if (line.startsWith('a=ice-pwd:')) password = icePassword(line.slice(10).trim());
    else if (line.startsWith('a=mid:')) token(line.slice(6).trim(), 'a=mid');
    else if (line.startsWith('a=candidate:')) candidates += 1;
    else if (line === 'a=end-of-candidates') isLast = true;
  }
  if (candidates > MAX_CANDIDATES)
    throw new SdpError(`The fragment has ${candidates} candidates; at most ${MAX_CANDIDATES} are allowed.`);
  if (ufrag === undefined || password === undefined)
    throw new SdpError('The fragment has no a=ice-ufrag or no a=ice-pwd.');
  return { iceUfrag: ufrag, icePassword: password, candidates, isLast };
}
