/** Writes RSS 2.0 (rssboard.org), with the URL of the feed itself in an Atom element. */
import { element, escapeXml, textElement } from './xml.ts';

export interface RssChannel {
  readonly title: string;
  readonly description: string;
  /** The URL of the channel's page. */
  readonly link: string;
  /** The URL of the feed. */
  readonly self: string;
  readonly generator: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly updated: Date | undefined;
  readonly imageUrl: string | null;
}

interface Enclosure {
  readonly url: string;
  readonly type: string;
  /** Null or missing if it is unknown. */
  readonly byteLength?: number | null;
}

export interface RssItem {
  /** Identifies the item, even if its link changes. */
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly published: Date;
  readonly description: string;
  readonly category?: string;
  readonly enclosure?: Enclosure | null;
  /** The duration of the enclosure, for podcast apps. */
  readonly durationMs?: number;
}

export function rss(channel: RssChannel, items: readonly RssItem[]): string {
  const { title, description, link, self, generator, language, updated, imageUrl } = channel;
  const lines = [
    textElement('title', title),
    textElement('link', link),
    textElement('description', description),
    textElement('generator', generator),
    textElement('language', language),
    updated === undefined ? '' : textElement('lastBuildDate', updated.toUTCString()),
    imageUrl === null ? '' : element('image', { url: imageUrl, title, link }),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...items.map(writeItem),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">\n<channel>\n${lines.filter((line) => line).join('\n')}\n</channel>\n</rss>\n`;
}

function writeItem({
  id,
  title,
  link,
  published,
  description,
  category,
  enclosure,
  durationMs,
}: RssItem): string {
  const fields = [
    textElement('title', title),
    textElement('link', link),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
    textElement('pubDate', published.toUTCString()),
    textElement('description', description),
    category === undefined ? '' : textElement('category', category),
    enclosure ? writeEnclosure(enclosure) : '',
    durationMs === undefined ? '' : textElement('itunes:duration', String(Math.round(durationMs / 1000))),
  ];
  return `<item>${fields.join('')}</item>`;
}

/** The length is required, and 0 if it is unknown. */
const writeEnclosure = ({ url, type, byteLength }: Enclosure): string =>
  `<enclosure url="${escapeXml(url)}" type="${type}" length="${byteLength ?? 0}"/>`;
