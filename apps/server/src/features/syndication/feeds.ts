/** RSS feeds of a channel: its streams and its events. */
import { Feed } from 'feed';
import type { PageParts } from './page-metadata.ts';
import { eventPath, eventsFeedPath, personPath, streamPath, streamsFeedPath } from './paths.ts';
import type { SharedEvent, SharedPerson, SharedStream } from './syndication.repo.ts';
import { xmlText } from './xml.ts';

/** Enough for a feed reader that checks once a month. */
export const FEED_LENGTH = 50;

function feedOf(
  person: SharedPerson,
  { title, path }: { title: string; path: string },
  updated: Date | undefined,
  { instanceName, publicUrl }: PageParts,
): Feed {
  return new Feed({
    id: publicUrl + path,
    title: xmlText(title),
    description: xmlText(person.bio) || xmlText(title),
    link: publicUrl + personPath(person.username),
    feedLinks: { rss: publicUrl + path },
    generator: instanceName,
    ...(updated && { updated }),
    ...(person.avatarUrl && { image: publicUrl + person.avatarUrl }),
  });
}

/** @param streams newest first */
export function streamsFeed(
  person: SharedPerson,
  streams: readonly SharedStream[],
  parts: PageParts,
): string {
  const { publicUrl } = parts;
  const about = { title: `Streams of ${person.displayName}`, path: streamsFeedPath(person.username) };
  const feed = feedOf(person, about, streams[0]?.startedAt, parts);
  for (const stream of streams) {
    feed.addItem({
      title: xmlText(stream.title),
      // The link changes with the title; the id does not.
      id: `${publicUrl}/stream/${stream.id}`,
      link: publicUrl + streamPath(stream),
      date: stream.startedAt,
      description: stream.endedAt ? stream.category : `${stream.category}, live now`,
      category: [{ name: stream.category }],
      ...(stream.thumbnailUrl && !stream.isMature && { image: imageOf(publicUrl + stream.thumbnailUrl) }),
    });
  }
  return feed.rss2();
}

/** @param events latest date first */
export function eventsFeed(person: SharedPerson, events: readonly SharedEvent[], parts: PageParts): string {
  const { publicUrl } = parts;
  const about = { title: `Events of ${person.displayName}`, path: eventsFeedPath(person.username) };
  const newest = events
    .map(({ publishedAt }) => publishedAt)
    .toSorted((a, b) => b.getTime() - a.getTime())[0];
  const feed = feedOf(person, about, newest, parts);
  for (const event of events) {
    const when = new Intl.DateTimeFormat('en-US', {
      ...{ dateStyle: 'full', timeStyle: 'short' },
      timeZone: event.timezone,
    }).format(event.eventDate);
    feed.addItem({
      title: xmlText(event.status === 'canceled' ? `Canceled: ${event.title}` : event.title),
      id: publicUrl + eventPath(event.id),
      link: publicUrl + eventPath(event.id),
      // The time of publication: readers may hide items with a future date (RSS 2.0, pubDate).
      date: event.publishedAt,
      description: xmlText(
        `${when} (${event.timezone}), ${event.durationMinutes} minutes. ${event.description}`.trim(),
      ),
    });
  }
  return feed.rss2();
}

/** Names the type, since the library would guess it from the URL, which ends in `?v=`. */
const imageOf = (url: string) => ({ url, type: 'image/webp', length: 0 });
