/** The text of a mail below the logo of the instance, for programs that show HTML. */
import { directionOf, type Language } from '@tributary/messages/languages';

export interface MailLogo {
  /** The absolute address of the image. */
  readonly url: string;
  /** The name of the instance, which is shown where images are blocked. */
  readonly name: string;
}

/** The logo that the branding has; null without one. Mails are read elsewhere, so its address is absolute. */
export const mailLogo = (
  { name, logoUrl }: { readonly name: string; readonly logoUrl: string | null },
  publicUrl: string,
): MailLogo | null => (logoUrl === null ? null : { name, url: new URL(logoUrl, publicUrl).href });

const LINK = /https?:\/\/[^\s<>"']+/g;

/** Styles are attributes, since several mail programs drop style sheets. Colors are those of the reader's program. */
export function mailHtml(text: string, language: Language, logo: MailLogo): string {
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5">',
    `<p style="margin:0 0 24px"><img src="${escapeHtml(logo.url)}" alt="${escapeHtml(logo.name)}" width="48" height="48" style="border-radius:8px"></p>`,
    `<div style="max-width:600px;white-space:pre-line;overflow-wrap:anywhere">${linked(text.trim())}</div>`,
    '</body></html>\n',
  ].join('\n');
}

function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    html += `${escapeHtml(text.slice(end, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
    end = index + url.length;
  }
  return html + escapeHtml(text.slice(end));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);
