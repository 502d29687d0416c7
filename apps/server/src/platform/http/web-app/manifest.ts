/** What a browser needs to install the web app (W3C, Web Application Manifest), in the instance's own name. */
import type { FastifyInstance } from 'fastify';

/** Of the dark theme, which is the first one. */
const GROUND = '#0a1114';

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export function manifestRoute(app: FastifyInstance, { instanceName }: { instanceName: string }): void {
  const manifest = JSON.stringify({
    id: '/',
    name: instanceName,
    short_name: instanceName,
    description: 'Live video that belongs to the people who make it.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [
      icon('icon', 192, 'any'),
      icon('icon', 512, 'any'),
      icon('maskable', 192, 'maskable'),
      icon('maskable', 512, 'maskable'),
    ],
  });
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
  );
}
