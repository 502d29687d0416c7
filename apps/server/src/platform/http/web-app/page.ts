/** What a page says of itself before any script has run: to those who share it, list it or wait for it. */

/** A picture of a page, where another site shows one. */
export interface PageImage {
  /** From the origin: `/thumbnails/x.webp`. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export interface Page {
  /** Without the instance's name; null where that is all there is to say. */
  readonly title: string | null;
  readonly description: string | null;
  /** The address that all other addresses of this page come down to, from the origin; null: none is worth finding. */
  readonly canonical: string | null;
  readonly type: 'website' | 'profile' | 'video.other';
  readonly image: PageImage | null;
  /** The same in other forms: feeds, an embeddable player. Absolute addresses. */
  readonly alternates: readonly { readonly type: string; readonly title: string; readonly href: string }[];
  /** There is nobody and nothing of this name. */
  readonly missing?: boolean;
  /** Not for everybody's eyes. */
  readonly mature?: boolean;
  /** What the web app would ask for first, by the name under which it looks for it. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Values for the first screen of index.html, of which `poster` is its picture; with none, that screen is left out. */
  readonly firstScreen?: { readonly poster: string | null };
}

/** @param search the query, without its `?`
 *  @returns null for a page of which there is nothing to say but what holds for all */
export type FindPage = (path: string, search: string) => Promise<Page | null>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');

const tag = (name: string, attributes: Readonly<Record<string, string | number | null>>): string => {
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === null ? [] : [`${attribute}="${escapeHtml(String(value))}"`],
  );
  return `<${name} ${written.join(' ')} />`;
};

/** What stands in the head for a page. @param site the instance's name, and its origin without a trailing slash */
export function renderHead(page: Page, site: { readonly name: string; readonly publicUrl: string }): string {
  const { title, description, canonical, type, image, alternates, firstScreen } = page;
  const absolute = (path: string) => new URL(path, site.publicUrl).href;
  const property = (name: string, content: string | number | null) =>
    content === null ? '' : tag('meta', { property: name, content });
  const named = (name: string, content: string | null) =>
    content === null ? '' : tag('meta', { name, content });
  const wide = image !== null && image.width > image.height;
  const poster = firstScreen?.poster ?? null;
  return [
    // Before the scripts and fonts, behind which few connections would make it wait.
    poster && tag('link', { rel: 'preload', as: 'image', href: poster, fetchpriority: 'high' }),
    `<title>${escapeHtml(title === null ? site.name : `${title} · ${site.name}`)}</title>`,
    named('description', description),
    page.missing || canonical === null ? named('robots', 'noindex') : '',
    page.mature ? named('rating', 'adult') : '',
    canonical && tag('link', { rel: 'canonical', href: absolute(canonical) }),
    property('og:site_name', site.name),
    property('og:type', type),
    property('og:title', title ?? site.name),
    property('og:description', description),
    property('og:url', canonical && absolute(canonical)),
    ...(image
      ? [
          property('og:image', absolute(image.path)),
          property('og:image:width', image.width),
          property('og:image:height', image.height),
          property('og:image:alt', image.alt),
        ]
      : []),
    // Whoever looks for these takes title, description and image from the ones above.
    named('twitter:card', wide ? 'summary_large_image' : 'summary'),
    ...alternates.map((alternate) => tag('link', { rel: 'alternate', ...alternate })),
  ]
    .filter((line) => line)
    .join('\n    ');
}

/** A block of data in the page, which nothing runs. `<` could end it early. */
export function renderData(data: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="first-data">${json}</script>`;
}
