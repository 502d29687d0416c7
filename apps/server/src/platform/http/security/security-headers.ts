/** Response headers that restrict what browsers do with our pages. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MEDIA_GRANT_HEADER } from '../../media-grant-header.ts';

/** Images that other sites show in link previews. */
const EMBEDDABLE_IMAGES = /^\/(?:thumbnails|pictures)\//;

/**
 * @param mediaUrl the origin from which pages load media beside that of the instance; null: there is none
 * @param mirrors the origins of mirrors, from which pages load what they verify
 */
export async function installSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string,
  mediaUrl: string | null = null,
  mirrors: readonly string[] = [],
): Promise<void> {
  const { protocol, host } = new URL(publicUrl);
  const secure = protocol === 'https:';
  const media = mediaUrl === null ? [] : [mediaUrl];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // Only scripts of the build run: nothing inline, no eval.
        scriptSrc: ["'self'"],
        // The component libraries insert <style> elements for toasts and scroll locks.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...media],
        // MSE plays from a blob URL, and hls.js demuxes in a worker made from one.
        // hls.js makes the text tracks of closed captions from data:.
        mediaSrc: ["'self'", 'blob:', 'data:', ...media],
        workerSrc: ["'self'", 'blob:'],
        // Not every browser matches a WebSocket of the page's own host with 'self'.
        connectSrc: ["'self'", `${secure ? 'wss' : 'ws'}://${host}`, ...media, ...mirrors],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'sameorigin' },
    // Only SharedArrayBuffer needs this isolation, and it would block images from other origins.
    crossOriginEmbedderPolicy: false,
  });
  // Helmet does not set this header. No page captures media in the browser, so none needs camera, microphone or screen.
  const policy =
    'camera=(), microphone=(), display-capture=(), autoplay=(self), fullscreen=(self), picture-in-picture=(self), geolocation=(), payment=(self), usb=(), midi=(), serial=()';
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', policy);
    if (EMBEDDABLE_IMAGES.test(request.url)) reply.header('cross-origin-resource-policy', 'cross-origin');
    if (mediaUrl === null || request.headers[MEDIA_GRANT_HEADER] === undefined) return;
    // Pages of the instance alone read what a grant in an address opens.
    reply
      .header('access-control-allow-origin', new URL(publicUrl).origin)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('referrer-policy', 'no-referrer');
  });
}

/** Lets other sites show this response in a frame. */
export function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'));
  reply.removeHeader('x-frame-options');
}
