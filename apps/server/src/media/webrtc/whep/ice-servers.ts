/** The STUN and TURN servers that players get, and the Link headers that name them (draft-ietf-wish-whep section 4.5). */
import { createHmac } from 'node:crypto';
import type { WebRtcSettings } from '../../settings.ts';

/** Longer than most people watch: a TURN server checks the password when an allocation is made and refreshed. */
const CREDENTIAL_SECONDS = 12 * 60 * 60;

/** As `RTCIceServer` in browsers. */
export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}

/**
 * Passwords for TURN servers expire. They are those of the TURN REST API, which coturn verifies with
 * `use-auth-secret` and `static-auth-secret`.
 * @param user names the holder in the log of the TURN server; without one, the password is that of any viewer
 */
export function iceServersOf(
  { iceServers, turnSecret }: Pick<WebRtcSettings, 'iceServers' | 'turnSecret'>,
  nowMs: number,
  user?: string,
): IceServer[] {
  const expiry = String(Math.floor(nowMs / 1000) + CREDENTIAL_SECONDS);
  const username = user === undefined ? expiry : `${expiry}:${user}`;
  return iceServers.map((urls) => {
    if (urls.startsWith('stun') || turnSecret === null) return { urls };
    return { urls, username, credential: createHmac('sha1', turnSecret).update(username).digest('base64') };
  });
}

export function iceServerLinks(
  settings: Pick<WebRtcSettings, 'iceServers' | 'turnSecret'>,
  nowMs: number,
): string[] {
  return iceServersOf(settings, nowMs).map(({ urls, username, credential }) => {
    const link = `<${urls}>; rel="ice-server"`;
    if (username === undefined) return link;
    return `${link}; username="${username}"; credential="${credential}"; credential-type="password"`;
  });
}
