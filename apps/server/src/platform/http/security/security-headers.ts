/** What browsers are told to refuse on our behalf. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What other sites show beside a link to here. */
const PICTURES = /^\/(?:thumbnails|pictures)\//;

export async function installSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const { protocol, host } = new URL(publicUrl);
  const secure = protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // No inline scripts, no eval: what runs is what was built.
        scriptSrc: ["'self'"],
        // Toasts and scroll locks of the component libraries insert <style> elements of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // MSE plays from a blob URL, and hls.js demuxes in a worker made from one.
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        // Not every browser counts a socket to the page's own host as 'self'.
        connectSrc: ["'self'", `${secure ? 'wss' : 'ws'}://${host}`],
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
    // Isolation that only SharedArrayBuffer needs, and that would shut out foreign avatars.
    crossOriginEmbedderPolicy: false,
  });
  // Helmet has no word for this one. Camera, microphone and screen are for going live from the browser.
  const policy =
    'camera=(self), microphone=(self), display-capture=(self), autoplay=(self), fullscreen=(self), picture-in-picture=(self), geolocation=(), payment=(self), usb=(), midi=(), serial=()';
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', policy);
    if (PICTURES.test(request.url)) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** Lets other sites show one answer in a frame. */
export function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'));
  reply.removeHeader('x-frame-options');
}
