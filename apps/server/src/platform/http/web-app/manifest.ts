/** The manifest that lets browsers install the web app (W3C, Web Application Manifest) under the instance's name. */
import type { FastifyInstance } from 'fastify';
import { languageOf, textIn } from '#platform/messages/index.ts';
import type { Branding } from '#platform/settings/index.ts';

/** The backgrounds of both themes. */
const BACKGROUNDS = { dark: '#0a1114', light: '#f7f3ec' };

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const ICONS = [
  icon('icon', 192, 'any'),
  icon('icon', 512, 'any'),
  icon('maskable', 192, 'maskable'),
  icon('maskable', 512, 'maskable'),
];

export function manifestRoute(app: FastifyInstance, branding: Pick<Branding, 'current'>): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const { name, logoUrl, defaultTheme } = branding.current();
    const background = BACKGROUNDS[defaultTheme === 'light' ? 'light' : 'dark'];
    const language = languageOf(request);
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          id: '/',
          name,
          short_name: name,
          lang: language,
          description: textIn(language, 'discovery.hero.title'),
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: background,
          theme_color: background,
          icons:
            logoUrl === null
              ? ICONS
              : [{ src: logoUrl, sizes: '512x512', type: 'image/webp', purpose: 'any' }],
        }),
      );
  });
}
