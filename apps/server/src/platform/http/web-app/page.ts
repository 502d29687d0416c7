/** A page's metadata and initial data, rendered into the HTML for crawlers, link previews and a fast first screen. */

import { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { PageAddress } from './page-address.ts';

/** An image for link previews. */
export interface PageImage {
  /** Absolute path, such as `/thumbnails/x.webp`. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** A video that every visitor can play, for search engines and link previews. */
export interface PageVideo {
  /** Absolute path of its embedded player. */
  readonly embed: string;
  /** Absolute path of its HLS playlist. */
  readonly playlist: string;
  readonly durationSeconds: number;
  readonly publishedAt: Date;
}

export interface Page {
  /** The title without the instance's name; null to show that name alone. */
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute path of the canonical URL; null keeps the page out of search engines. */
  readonly canonical: string | null;
  readonly type: 'website' | 'profile' | 'video.other';
  readonly image: PageImage | null;
  readonly video?: PageVideo;
  /** Alternate representations such as feeds and an embeddable player, with absolute URLs. */
  readonly alternates: readonly { readonly type: string; readonly title: string; readonly href: string }[];
  /** Whether the page's subject does not exist, so that the response is a 404. */
  readonly missing?: boolean;
  /** Whether the page is for adults only. */
  readonly mature?: boolean;
  /** Data that the web app would otherwise request first, by the key under which it looks it up. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The first screen in index.html that is shown until the app has started, with its values. */
  readonly firstScreen?: {
    readonly name: 'home' | 'stream' | 'embed';
    /** The playlists that playback reads next. */
    readonly playlists?: readonly string[];
    readonly values: {
      readonly poster: string | null;
      /** The URL of the stream or the recording that the screen plays. */
      readonly playbackUrl?: string;
      /** The stream's id if its recording is played. */
      readonly recordingId?: string | null;
    };
  };
}

/** The page of a path without a subject. */
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
 * @param language the language of titles and descriptions
 * @returns null for a page without metadata of its own
 */
export type FindPage = (address: PageAddress, search: string, language: Language) => Promise<Page | null>;

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

/** Open Graph has locales of a language and a territory only. */
const OG_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en_US',
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  'pt-BR': 'pt_BR',
  ja: 'ja_JP',
  ar: 'ar_AR',
};

/**
 * Renders the tags of a page's head.
 * @param site with URLs without a trailing slash; media is loaded from `mediaUrl` if it is set
 */
export function renderHead(
  page: Page,
  site: { readonly name: string; readonly publicUrl: string; readonly mediaUrl?: string | null },
  language: Language = SOURCE_LANGUAGE,
): string {
  const { title, description, canonical, type, image, video, alternates, firstScreen } = page;
  const absolute = (path: string) => new URL(path, site.publicUrl).href;
  const property = (name: string, content: string | number | null) =>
    content === null ? '' : tag('meta', { property: name, content });
  const named = (name: string, content: string | null) =>
    content === null ? '' : tag('meta', { name, content });
  const wide = image !== null && image.width > image.height;
  const { poster = null, playbackUrl = null } = firstScreen?.values ?? {};
  const fetched = (path: string) =>
    tag('link', { rel: 'preload', as: 'fetch', href: `${site.mediaUrl ?? ''}${path}`, crossorigin: '' });
  return [
    // Preloads of media come first, so that they do not wait for connections behind scripts and fonts.
    playbackUrl
      ? [playbackUrl, ...(firstScreen?.playlists ?? [])].map(fetched).join('')
      : poster && tag('link', { rel: 'preload', as: 'image', href: poster, fetchpriority: 'high' }),
    `<title>${escapeHtml(title === null ? site.name : `${title} · ${site.name}`)}</title>`,
    named('description', description),
    page.missing || canonical === null ? named('robots', 'noindex') : '',
    page.mature ? named('rating', 'adult') : '',
    canonical && tag('link', { rel: 'canonical', href: absolute(canonical) }),
    property('og:site_name', site.name),
    property('og:type', type),
    property('og:locale', OG_LOCALES[language]),
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
    ...(video
      ? [
          property('og:video', absolute(video.embed)),
          property('og:video:type', 'text/html'),
          property('og:video:width', 1280),
          property('og:video:height', 720),
          property('og:video', absolute(video.playlist)),
          property('og:video:type', 'application/vnd.apple.mpegurl'),
          property('video:duration', video.durationSeconds),
          property('video:release_date', video.publishedAt.toISOString()),
          wide ? videoObject(page, video, image, absolute) : '',
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
const dataBlock = (attributes: string, data: Readonly<Record<string, unknown>>): string =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

export const renderData = (data: Readonly<Record<string, unknown>>): string =>
  dataBlock('type="application/json" id="first-data"', data);

/** The VideoObject of schema.org, which search engines read. They require a thumbnail. */
const videoObject = (
  { title, description }: Page,
  { embed, playlist, durationSeconds, publishedAt }: PageVideo,
  image: PageImage,
  absolute: (path: string) => string,
): string =>
  dataBlock('type="application/ld+json"', {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description,
    thumbnailUrl: [absolute(image.path)],
    uploadDate: publishedAt.toISOString(),
    duration: `PT${durationSeconds}S`,
    embedUrl: absolute(embed),
    contentUrl: absolute(playlist),
  });
