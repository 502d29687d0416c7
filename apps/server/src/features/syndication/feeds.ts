/** RSS feeds of a channel: its streams and its events. */
import { recordingPath } from '#features/live/index.ts';
import { dateText, localize, localized, textIn } from '#platform/messages/index.ts';
import type { PageParts } from './page-metadata.ts';
import { eventPath, eventsFeedPath, personPath, streamPath, streamsFeedPath } from './paths.ts';
import { type RssChannel, type RssItem, rss } from './rss.ts';
import type { SharedEvent, SharedPerson, SharedStream } from './syndication.repo.ts';

/** The number of items, enough for a feed reader that checks once a month. */
export const FEED_LENGTH = 50;

function channelOf(
  person: SharedPerson,
  { title, path }: { title: string; path: string },
  updated: Date | undefined,
  { instanceName, publicUrl, language }: PageParts,
): RssChannel {
  return {
    title,
    description: person.bio || title,
    link: publicUrl + personPath(person.username),
    self: publicUrl + path,
    generator: instanceName,
    language,
    updated,
    imageUrl: person.avatarUrl && publicUrl + person.avatarUrl,
  };
}

/** @param streams the streams of the channel, newest first */
export function streamsFeed(
  person: SharedPerson,
  streams: readonly SharedStream[],
  parts: PageParts,
): string {
  const { publicUrl, language } = parts;
  const title = textIn(language, 'metadata.feed.streams', { name: person.displayName });
  const about = { title, path: streamsFeedPath(person.username) };
  const items = streams.map((stream) => ({
    // The link changes with the title; the id does not.
    id: `${publicUrl}/stream/${stream.id}`,
    title: stream.title,
    link: publicUrl + streamPath(stream),
    published: stream.startedAt,
    description: stream.endedAt
      ? stream.description || stream.category
      : textIn(language, 'metadata.feed.live', { category: stream.category }),
    category: stream.category,
    enclosure: enclosureOf(stream, publicUrl),
    ...(stream.videoDurationMs !== null && { durationMs: stream.videoDurationMs }),
  }));
  return rss(channelOf(person, about, streams[0]?.startedAt, parts), items);
}

/** The media file for podcast apps, or the thumbnail if the recording is not public. */
function enclosureOf(stream: SharedStream, publicUrl: string): NonNullable<RssItem['enclosure']> | null {
  const { id, isGated, isMature, thumbnailUrl, videoDurationMs, allowsDownload, hasVideo } = stream;
  if (videoDurationMs !== null && !isGated && allowsDownload) {
    return {
      url: `${publicUrl}${recordingPath(id)}/download.mp4`,
      type: hasVideo ? 'video/mp4' : 'audio/mp4',
      byteLength: stream.downloadByteLength,
    };
  }
  if (videoDurationMs !== null && !isGated) {
    return { url: `${publicUrl}${recordingPath(id)}/index.m3u8`, type: 'application/vnd.apple.mpegurl' };
  }
  return thumbnailUrl && !isMature ? { url: publicUrl + thumbnailUrl, type: 'image/webp' } : null;
}

/** @param events the events of the channel, latest date first */
export function eventsFeed(person: SharedPerson, events: readonly SharedEvent[], parts: PageParts): string {
  const { publicUrl, language } = parts;
  const title = textIn(language, 'metadata.feed.events', { name: person.displayName });
  const about = { title, path: eventsFeedPath(person.username) };
  const newest = events
    .map(({ publishedAt }) => publishedAt)
    .toSorted((a, b) => b.getTime() - a.getTime())[0];
  const items = events.map((event) => {
    const { timezone: zone, durationMinutes: minutes, description } = event;
    const when = dateText(event.eventDate, { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
    const about = localized('metadata.feed.event', { when, zone, minutes, description });
    return {
      id: publicUrl + eventPath(event.id),
      title:
        event.status === 'canceled'
          ? textIn(language, 'metadata.feed.canceled', { title: event.title })
          : event.title,
      link: publicUrl + eventPath(event.id),
      // The time of publication: readers may hide items with a future date (RSS 2.0, pubDate).
      published: event.publishedAt,
      description: localize(about, language).trim(),
    };
  });
  return rss(channelOf(person, about, newest, parts), items);
}
