/** oEmbed 1.0, with which other sites embed a stream or a channel. */
import { escapeHtml } from '#platform/http/index.ts';
import type { Found } from './page-finder.ts';
import type { PageParts } from './page-metadata.ts';
import { channelEmbedPath, clipEmbedPath, streamEmbedPath } from './paths.ts';
import { escapeXml } from './xml.ts';

export type Oembed = Readonly<Record<string, string | number>>;

/** The default size of the player. */
const WIDTH = 640;
const RATIO = 9 / 16;

export interface Bounds {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/**
 * @returns null for pages without a player: people without a channel, events, hidden streams, and gated ones, which
 * play in their own page only
 */
export function oembedOf(
  found: Found,
  bounds: Bounds,
  { instanceName, publicUrl }: PageParts,
): Oembed | null {
  if (found.kind === 'event') return null;
  const width = Math.floor(
    Math.min(WIDTH, bounds.maxwidth ?? WIDTH, (bounds.maxheight ?? WIDTH * RATIO) / RATIO),
  );
  const size = { width, height: Math.floor(width * RATIO) };
  const common = {
    version: '1.0',
    type: 'video',
    provider_name: instanceName,
    provider_url: publicUrl,
    ...size,
  };

  if (found.kind === 'stream') {
    const { stream, byChannel } = found;
    if (stream.isHidden || stream.isGated) return null;
    const path = byChannel ? channelEmbedPath(stream.username) : streamEmbedPath(stream.id);
    return {
      ...common,
      title: stream.title,
      ...author(stream, publicUrl),
      html: iframe(publicUrl + path, stream.title, size),
      ...(stream.thumbnailUrl &&
        !stream.isMature && {
          thumbnail_url: publicUrl + stream.thumbnailUrl,
          thumbnail_width: 640,
          thumbnail_height: 360,
        }),
    };
  }
  if (found.kind === 'clip') {
    const { id, title, stream, streamer } = found.clip;
    if (stream.gate !== null) return null;
    const html = iframe(publicUrl + clipEmbedPath(id), title, size);
    return { ...common, title, ...author(streamer, publicUrl), html };
  }
  const { person } = found;
  if (!person.isStreamer) return null;
  return {
    ...common,
    title: person.displayName,
    ...author(person, publicUrl),
    html: iframe(publicUrl + channelEmbedPath(person.username), person.displayName, size),
  };
}

const author = ({ displayName, username }: { displayName: string; username: string }, publicUrl: string) => ({
  author_name: displayName,
  author_url: `${publicUrl}/streamer/${encodeURIComponent(username)}`,
});

function iframe(src: string, title: string, { width, height }: { width: number; height: number }): string {
  return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${width}" height="${height}" style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
}

/** Writes the XML form (oEmbed 1.0, section 2.3.4). */
export function oembedXml(oembed: Oembed): string {
  const fields = Object.entries(oembed).map(
    ([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('\n')}\n</oembed>\n`;
}
