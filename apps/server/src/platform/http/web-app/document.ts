/** Renders index.html with the requested page's head, initial data and first screen. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accentCss, frontPageIn } from '@tributary/contracts/instance';
import type { InstanceInfo } from '@tributary/contracts/shared';
import { directionOf, LANGUAGES, type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textIn } from '#platform/messages/index.ts';
import type { BrandingValues } from '#platform/settings/index.ts';
import { escapeHtml, type Page, renderData, renderHead } from './page.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** The metadata of pages that define none. */
const DEFAULT_PAGE: Page = {
  title: null,
  description: null,
  canonical: null,
  type: 'website',
  image: null,
  alternates: [],
};

/** The parts of index.html that a page's own content or the branding replaces. */
const HTML_TAG = /<html[^>]*>/;
const DESCRIPTION = /<meta name="description"[^>]*>\s*/;
const TITLE = /<title>[\s\S]*?<\/title>/;
const ICON = /<link rel="icon"[^>]*>/;
const TOUCH_ICON = /<link rel="apple-touch-icon"[^>]*>/;
const END_OF_HEAD = '</head>';
const FIRST_SCREENS = /<template data-first-screen="(\w+)">([\s\S]*?)<\/template>/g;
const ROOT = '<div id="root"></div>';
/**
 * The preload of the web app's script. If the first screen plays a stream, its script loads the app after the first
 * frame.
 */
const APP_PRELOAD = /<link rel="preload" as="script"[^>]*>\s*/;

export interface DocumentContext {
  readonly language: Language;
  readonly branding: BrandingValues;
  /** Rendered into the page, so that the web app shows the name and the logo at once. Null: the web app asks for it. */
  readonly instance: InstanceInfo | null;
}

/** Reads the built index.html once. @returns a function that renders it for a page */
export function readDocument(
  file: string,
  publicUrl: string,
  mediaUrl: string | null = null,
): (page: Page | null, context: DocumentContext) => string {
  const html = readFileSync(file, 'utf8');
  const templates = new Map([...html.matchAll(FIRST_SCREENS)].map(([, name, inner = '']) => [name, inner]));
  const bare = html.replace(FIRST_SCREENS, '');
  return (page, { language, branding, instance }) => {
    const site = { name: branding.name, publicUrl, mediaUrl };
    const pitch = pitchIn(language, branding);
    const described = page?.description == null ? bare : bare.replace(DESCRIPTION, '');
    const plays = Boolean(page?.firstScreen?.values.playbackUrl);
    // Replaced by functions, because `$&` in a user's text is not a pattern.
    return branded(plays ? described.replace(APP_PRELOAD, '') : described, {
      language,
      branding,
      pitch,
      mediaUrl,
    })
      .replace(TITLE, () =>
        page === null
          ? `<title>${escapeHtml(site.name)}</title>`
          : renderHead({ ...DEFAULT_PAGE, ...page }, site, language),
      )
      .replace(ROOT, () => {
        const { firstScreen, data: pageData } = page ?? {};
        const data = { ...(instance && { 'GET /api/instance': instance }), ...pageData };
        const values = { instance: site.name, logo: branding.logoUrl, ...pitch, ...firstScreen?.values };
        const screen = firstScreen ? fill(templates.get(firstScreen.name) ?? '', values) : '';
        return `<div id="root">${screen}</div>${Object.keys(data).length > 0 ? renderData(data) : ''}`;
      });
  };
}

/** The headline and the introduction of Home: those of the instance, or else those of the product. */
function pitchIn(language: Language, { frontPage, languages }: BrandingValues) {
  const own = frontPageIn(frontPage, language, languages);
  return {
    heroTitle: own?.headline ?? textIn(language, 'discovery.hero.title'),
    heroLead: own?.introduction ?? textIn(language, 'discovery.hero.lead'),
  };
}

interface Brand extends Pick<DocumentContext, 'language' | 'branding'> {
  readonly pitch: { readonly heroTitle: string };
  readonly mediaUrl: string | null;
}

/** The document with the language, description, theme, colors and icons that browsers apply before the first paint. */
function branded(html: string, { language, branding, pitch, mediaUrl }: Brand): string {
  const { accent, defaultTheme, languages, logoUrl } = branding;
  const attributes = [
    `lang="${language}"`,
    ...(language === SOURCE_LANGUAGE ? [] : [`dir="${directionOf(language)}"`]),
    // public/theme.js replaces it by the choice of the browser.
    ...(defaultTheme === 'system' ? [] : [`data-theme="${defaultTheme}"`]),
    ...(mediaUrl === null ? [] : [`data-media-url="${escapeHtml(mediaUrl)}"`]),
    // The web app chooses among all languages where none are named.
    ...(languages.join() === LANGUAGES.join() ? [] : [`data-languages="${languages.join(' ')}"`]),
  ];
  const description = `<meta name="description" content="${escapeHtml(pitch.heroTitle)}" />\n    `;
  const described = html
    .replace(HTML_TAG, `<html ${attributes.join(' ')}>`)
    .replace(DESCRIPTION, () => description);
  const colored =
    accent === null
      ? described
      : described.replace(END_OF_HEAD, () => `<style id="accent">${accentCss(accent)}</style>${END_OF_HEAD}`);
  if (logoUrl === null) return colored;
  const href = escapeHtml(logoUrl);
  return colored
    .replace(ICON, () => `<link rel="icon" href="${href}" type="image/webp" />`)
    .replace(TOUCH_ICON, () => `<link rel="apple-touch-icon" href="${href}" />`);
}

/**
 * Replaces `{{name}}` by its value, removes `{{#name}}...{{/name}}` if there is none, and `{{^name}}...{{/name}}` if there
 * is one.
 */
function fill(template: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return template
    .replace(/\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g, (_, sign: string, name: string, inner: string) =>
      Boolean(values[name]) === (sign === '#') ? inner : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

/** Sends a rendered document that browsers revalidate every time. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  reply
    .header('cache-control', 'no-cache')
    .header('etag', etag)
    .header('vary', 'accept-encoding, accept-language');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  reply.type('text/html; charset=utf-8');
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return reply.header('content-encoding', 'br').send(await brotli(html, { params }));
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gz(html));
  return reply.send(html);
}
