/** Renders index.html with the requested page's head, initial data and first screen. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { directionOf, type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textIn } from '#platform/messages/index.ts';
import { escapeHtml, type Page, renderData, renderHead } from './page.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export interface Site {
  readonly name: string;
  readonly publicUrl: string;
}

/** The metadata of pages that define none. */
const DEFAULT_PAGE: Page = {
  title: null,
  description: null,
  canonical: null,
  type: 'website',
  image: null,
  alternates: [],
};

/** The parts of index.html that a page's own content replaces. */
const HTML_TAG = /<html[^>]*>/;
const DESCRIPTION = /<meta name="description"[^>]*>\s*/;
const TITLE = /<title>[\s\S]*?<\/title>/;
const FIRST_SCREENS = /<template data-first-screen="(\w+)">([\s\S]*?)<\/template>/g;
const ROOT = '<div id="root"></div>';
/**
 * The preload of the web app's script. If the first screen plays a stream, its script loads the app after the first
 * frame.
 */
const APP_PRELOAD = /<link rel="preload" as="script"[^>]*>\s*/;

/** Reads the built index.html once. @returns a function that renders it for a page */
export function readDocument(file: string, site: Site): (page: Page | null, language?: Language) => string {
  const html = readFileSync(file, 'utf8');
  const templates = new Map([...html.matchAll(FIRST_SCREENS)].map(([, name, inner = '']) => [name, inner]));
  const bare = html.replace(FIRST_SCREENS, '');
  const plain = bare.replace(TITLE, () => `<title>${escapeHtml(site.name)}</title>`);
  return (page, language = SOURCE_LANGUAGE) => {
    if (page === null) return inLanguage(plain, language);
    const described = page.description === null ? bare : bare.replace(DESCRIPTION, '');
    const plays = Boolean(page.firstScreen?.values.playbackUrl);
    // Replaced by functions, because `$&` in a user's text is not a pattern.
    return inLanguage(plays ? described.replace(APP_PRELOAD, '') : described, language)
      .replace(TITLE, () => renderHead({ ...DEFAULT_PAGE, ...page }, site, language))
      .replace(ROOT, () => {
        const { firstScreen } = page;
        const pitch = {
          heroTitle: textIn(language, 'discovery.hero.title'),
          heroLead: textIn(language, 'discovery.hero.lead'),
        };
        const screen = firstScreen
          ? fill(templates.get(firstScreen.name) ?? '', { ...pitch, ...firstScreen.values }, site)
          : '';
        return `<div id="root">${screen}</div>${page.data ? renderData(page.data) : ''}`;
      });
  };
}

/** The document with the language and direction of its texts, and the description of the product where it has that. */
function inLanguage(html: string, language: Language): string {
  if (language === SOURCE_LANGUAGE) return html;
  const description = escapeHtml(textIn(language, 'discovery.hero.title'));
  return html
    .replace(HTML_TAG, `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(DESCRIPTION, () => `<meta name="description" content="${description}" />\n    `);
}

/** Replaces `{{name}}` by its value, and removes `{{#name}}...{{/name}}` if there is none. */
function fill(template: string, values: Readonly<Record<string, string | null>>, site: Site): string {
  const all: Readonly<Record<string, string | null>> = { instance: site.name, ...values };
  return template
    .replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name: string, inner: string) =>
      all[name] ? inner : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(all[name] ?? ''));
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
