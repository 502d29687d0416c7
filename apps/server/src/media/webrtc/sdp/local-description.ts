/** Reads what the native library says of its end of a connection. */
import type { LocalTransport } from './answer.ts';
import { SdpError } from './sdp-error.ts';
import { icePassword, iceUfrag } from './sdp-lines.ts';

/** @param addresses replace those of the library's candidates; none keeps them @throws SdpError */
export function readLocalDescription(sdp: string, addresses: readonly string[]): LocalTransport {
  const value = (pattern: RegExp) => pattern.exec(sdp)?.[1] ?? '';
  const fingerprint = /^a=fingerprint:(sha-\d{3}) ([0-9A-F:]{95,191})\r?$/m.exec(sdp);
  const candidates = [
    ...sdp.matchAll(/^a=candidate:\S+ 1 UDP \d+ ([0-9A-Fa-f.:]+) (\d{1,5}) typ host\r?$/gm),
  ].map(([, address = '', port]) => ({ address, port: Number(port) }));
  const [first] = candidates;
  if (fingerprint === null || first === undefined)
    throw new SdpError('The WebRTC process answered without a fingerprint or a candidate.');
  return {
    iceUfrag: iceUfrag(value(/^a=ice-ufrag:(\S+)\r?$/m)),
    icePassword: icePassword(value(/^a=ice-pwd:(\S+)\r?$/m)),
    fingerprint: { algorithm: fingerprint[1] ?? '', value: fingerprint[2] ?? '' },
    setup: /^a=setup:passive\r?$/m.test(sdp) ? 'passive' : 'active',
    candidates:
      addresses.length === 0 ? candidates : addresses.map((address) => ({ address, port: first.port })),
  };
}
