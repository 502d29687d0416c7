/** The manifest that lets browsers install the web app (W3C, Web Application Manifest) under the instance's name. */
import type { FastifyInstance } from 'fastify';

/** The background of the dark theme, which is the default. */
const BACKGROUND = '#0a1114';

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
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
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
