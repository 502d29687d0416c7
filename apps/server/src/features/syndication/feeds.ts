/** RSS of a channel: what it has streamed, and when it means to. */
import { Feed } from 'feed';
import { eventPath, eventsFeedPath, personPath, streamPath, streamsFeedPath } from './addresses.ts';
import type { PageParts } from './pages.ts';
import type { SharedEvent, SharedPerson, SharedStream } from './syndication.repo.ts';
import { xmlText } from './xml.ts';

/** As many as a reader that looks in once a month will have missed. */
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

/** @param streams the newest first */
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
      // The address follows the title; the id stays.
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

/** @param events the latest to take place first */
export function eventsFeed(person: SharedPerson, events: readonly SharedEvent[], parts: PageParts): string {
  const { publicUrl } = parts;
  const about = { title: `Events of ${person.displayName}`, path: eventsFeedPath(person.username) };
  const newest = events
    .map(({ announcedAt }) => announcedAt)
    .toSorted((a, b) => b.getTime() - a.getTime())[0];
  const feed = feedOf(person, about, newest, parts);
  for (const event of events) {
    const when = new Intl.DateTimeFormat('en-GB', {
      ...{ dateStyle: 'full', timeStyle: 'short' },
      timeZone: event.timezone,
    }).format(event.eventDate);
    feed.addItem({
      title: xmlText(event.status === 'canceled' ? `Canceled: ${event.title}` : event.title),
      id: publicUrl + eventPath(event.id),
      link: publicUrl + eventPath(event.id),
      // When it was announced: readers may keep what is dated ahead until then (RSS 2.0, pubDate).
      date: event.announcedAt,
      description: xmlText(
        `${when} (${event.timezone}), ${event.durationMinutes} minutes. ${event.description}`.trim(),
      ),
    });
  }
  return feed.rss2();
}

/** Named, for the library would take `?v=` for a part of the file's extension. */
const imageOf = (url: string) => ({ url, type: 'image/webp', length: 0 });
