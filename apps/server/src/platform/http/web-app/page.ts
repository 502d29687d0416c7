/** A page's metadata and initial data, rendered into the HTML for crawlers, link previews and a fast first screen. */

/** An image for link previews. */
export interface PageImage {
  /** Absolute path, such as `/thumbnails/x.webp`. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export interface Page {
  /** Without the instance's name; null to show that name alone. */
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute path of the canonical URL; null keeps the page out of search engines. */
  readonly canonical: string | null;
  readonly type: 'website' | 'profile' | 'video.other';
  readonly image: PageImage | null;
  /** Alternate representations such as feeds and an embeddable player, with absolute URLs. */
  readonly alternates: readonly { readonly type: string; readonly title: string; readonly href: string }[];
  /** The page's subject does not exist: the response is a 404. */
  readonly missing?: boolean;
  /** For adults only. */
  readonly mature?: boolean;
  /** Data that the web app would otherwise request first, by the key under which it looks it up. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The first screen in index.html that is shown until the app has started, with its values. */
  readonly firstScreen?: {
    readonly name: 'home' | 'stream' | 'embed';
    readonly values: {
      readonly poster: string | null;
      /** Of a stream that the screen plays. */
      readonly playbackUrl?: string;
    };
  };
}

/** The page of a path that leads nowhere. */
export const MISSING_PAGE: Page = {
  title: '404',
  description: null,
  canonical: null,
  type: 'website',
  image: null,
  alternates: [],
  missing: true,
};

/**
 * @param search the query without its `?`
 * @returns null for a page without metadata of its own
 */
export type FindPage = (path: string, search: string) => Promise<Page | null>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');

const tag = (name: string, attributes: Readonly<Record<string, string | number | null>>): string => {
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === null ? [] : [`${attribute}="${escapeHtml(String(value))}"`],
  );
  return `<${name} ${written.join(' ')} />`;
};

/** The tags of a page's head. @param site with a `publicUrl` without a trailing slash */
export function renderHead(page: Page, site: { readonly name: string; readonly publicUrl: string }): string {
  const { title, description, canonical, type, image, alternates, firstScreen } = page;
  const absolute = (path: string) => new URL(path, site.publicUrl).href;
  const property = (name: string, content: string | number | null) =>
    content === null ? '' : tag('meta', { property: name, content });
  const named = (name: string, content: string | null) =>
    content === null ? '' : tag('meta', { name, content });
  const wide = image !== null && image.width > image.height;
  const { poster = null, playbackUrl = null } = firstScreen?.values ?? {};
  return [
    // First, so that they do not wait for connections behind scripts and fonts.
    playbackUrl
      ? tag('link', { rel: 'preload', as: 'fetch', href: playbackUrl, crossorigin: '' })
      : poster && tag('link', { rel: 'preload', as: 'image', href: poster, fetchpriority: 'high' }),
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
    // Twitter takes title, description and image from the Open Graph tags.
    named('twitter:card', wide ? 'summary_large_image' : 'summary'),
    ...alternates.map((alternate) => tag('link', { rel: 'alternate', ...alternate })),
  ]
    .filter((line) => line)
    .join('\n    ');
}

/** A data block that is not executed. `<` is escaped, because it could end the block. */
export function renderData(data: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="first-data">${json}</script>`;
}
