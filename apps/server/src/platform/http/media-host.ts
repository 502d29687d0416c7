/**
 * Media on another host than the pages (MEDIA_URL), where cookies of the instance do not reach: `/~{grant}/live/…` carries
 * the playback grant in front of the path, so that the relative addresses of a playlist inherit it (decision 036).
 */
import type { IncomingMessage } from 'node:http';
import { MEDIA_GRANT_HEADER } from '../media-grant-header.ts';
import type { RawHandler } from './listener/http-listener.ts';

const ADDRESS = /^\/~([\w-]{1,1000})(\/(?:live|recordings)\/.*)$/;
/** The paths of the media host. Pages and the API stay with the name that their cookies belong to. */
const MEDIA_PATH = /^\/(?:live|recordings|thumbnails|pictures)\//;

/**
 * Takes the grant out of addresses before anything reads or logs them, and answers on the media host for nothing but media.
 * It is the first of the raw handlers.
 */
export function mediaHostHandler(mediaUrl: string, publicUrl: string): RawHandler {
  const media = new URL(mediaUrl);
  // Proxies may leave the port out, which is all that distinguishes two origins of one host.
  const isOneHost = media.hostname === new URL(publicUrl).hostname;
  const isMediaHost = (host = '') =>
    isOneHost ? host === media.host : host.replace(/:\d+$/, '') === media.hostname;
  return (req, res) => {
    moveGrant(req);
    if (!isMediaHost(req.headers.host) || MEDIA_PATH.test(req.url ?? '')) return false;
    res
      .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .end('Only media is here.\n');
    return true;
  };
}

function moveGrant(req: IncomingMessage): void {
  const [, grant, path] = ADDRESS.exec(req.url ?? '') ?? [];
  if (grant === undefined || path === undefined) return;
  req.url = path;
  req.headers[MEDIA_GRANT_HEADER] = grant;
}
