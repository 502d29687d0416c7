/** index.html as the server sends it: with the head, the data and the first screen of the page that was asked for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, type Page, renderData, renderHead } from './page.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export interface Site {
  readonly name: string;
  readonly publicUrl: string;
}

/** What is said of a page that has nothing to say for itself. */
const PLAIN: Page = {
  title: null,
  description: null,
  canonical: null,
  type: 'website',
  image: null,
  alternates: [],
};

/** Where a page's own part goes. */
const TITLE = /<title>[\s\S]*?<\/title>/;
const FIRST_SCREEN = /<template data-first-screen>([\s\S]*?)<\/template>/;
const ROOT = '<div id="root"></div>';

/** Reads the built index.html once. @returns what renders it for a page */
export function readDocument(file: string, site: Site): (page: Page | null) => string {
  const html = readFileSync(file, 'utf8');
  const template = FIRST_SCREEN.exec(html)?.[1] ?? '';
  const bare = html.replace(FIRST_SCREEN, '');
  const plain = bare.replace(TITLE, () => `<title>${escapeHtml(site.name)}</title>`);
  return (page) => {
    if (page === null) return plain;
    const described =
      page.description === null ? bare : bare.replace(/<meta name="description"[^>]*>\s*/, '');
    // Functions, for `$&` in what people write is no pattern.
    return described
      .replace(TITLE, () => renderHead({ ...PLAIN, ...page }, site))
      .replace(ROOT, () => {
        const screen = page.firstScreen ? fill(template, page.firstScreen, site) : '';
        return `<div id="root">${screen}</div>${page.data ? renderData(page.data) : ''}`;
      });
  };
}

/** `{{name}}` becomes the value, and `{{#name}}...{{/name}}` goes where there is none. */
function fill(template: string, values: Readonly<Record<string, string | null>>, site: Site): string {
  const all: Readonly<Record<string, string | null>> = { instance: site.name, ...values };
  return template
    .replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name: string, inner: string) =>
      all[name] ? inner : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(all[name] ?? ''));
}

/** Sends a rendered document: asked for anew each time, and not sent again where it is the same. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding');
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
