/** The Link headers that name STUN and TURN servers (draft-ietf-wish-whep section 4.5). */
import { createHmac } from 'node:crypto';
import type { WebRtcSettings } from '../../settings.ts';

/** Longer than most people watch: a TURN server checks the password when an allocation is made and refreshed. */
const CREDENTIAL_SECONDS = 12 * 60 * 60;

/**
 * Passwords for TURN servers expire. They are those of the TURN REST API, which coturn verifies with
 * `use-auth-secret` and `static-auth-secret`.
 */
export function iceServerLinks(
  { iceServers, turnSecret }: Pick<WebRtcSettings, 'iceServers' | 'turnSecret'>,
  nowMs: number,
): string[] {
  const username = String(Math.floor(nowMs / 1000) + CREDENTIAL_SECONDS);
  return iceServers.map((url) => {
    const link = `<${url}>; rel="ice-server"`;
    if (url.startsWith('stun') || turnSecret === null) return link;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    return `${link}; username="${username}"; credential="${credential}"; credential-type="password"`;
  });
}
