/** Titles, descriptions, images and links of pages, which the server renders for programs that run no scripts. */
import type { Clip } from '@tributary/contracts/clips';
import type { FeaturedStream, StreamDetail } from '@tributary/contracts/live';
import { CATEGORIES, categorySlug, IMAGE_SIZES, type PagePath } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import { recordingPath } from '#features/live/index.ts';
import type { Page, PageImage } from '#platform/http/index.ts';
import {
  dateText,
  type LocalizedText,
  localize,
  localized,
  textIn,
  type WriteValue,
} from '#platform/messages/index.ts';
import type { Found, StreamAddress } from './page-finder.ts';
import {
  channelPath,
  clipEmbedPath,
  clipPagePath,
  eventPath,
  eventsFeedPath,
  oembedPath,
  personPath,
  streamEmbedPath,
  streamPath,
  streamsFeedPath,
} from './paths.ts';
import type { SharedEvent, SharedPerson, SharedStream } from './syndication.repo.ts';

export interface PageParts {
  readonly instanceName: string;
  readonly publicUrl: string;
  /** The language of titles and descriptions. */
  readonly language: Language;
}

const DESCRIPTION_MAX = 200;

/** The titles of static pages. */
const TITLES: Readonly<Partial<Record<PagePath, LocalizedText>>> = {
  '/about': localized('metadata.about'),
  '/privacy': localized('metadata.privacy'),
  '/rules': localized('metadata.rules'),
  '/moderation-log': localized('metadata.moderationLog'),
  '/terms': localized('metadata.terms'),
  '/contact': localized('metadata.contact'),
  '/donations': localized('metadata.donations'),
  '/faq': localized('metadata.faq'),
  '/start-streaming': localized('metadata.startStreaming'),
};

/** @param search the query string, with or without `?` */
export function plainPage(path: PagePath, search: string, parts: PageParts): Page | null {
  const { instanceName: instance, language } = parts;
  if (path === '/discover') {
    const wanted = new URLSearchParams(search).get('category');
    const category = CATEGORIES.find((name) => categorySlug(name) === wanted);
    return {
      ...EMPTY,
      title: category
        ? textIn(language, 'metadata.category.title', { category })
        : textIn(language, 'metadata.discover.title'),
      description: category
        ? textIn(language, 'metadata.category.description', { category, instance })
        : textIn(language, 'metadata.discover.description', { instance }),
      canonical: category ? `/discover?category=${categorySlug(category)}` : '/discover',
    };
  }
  const title = TITLES[path];
  return title === undefined ? null : { ...EMPTY, title: localize(title, language), canonical: path };
}

/** Home, with the data of its first screen: the live streams, and the poster of the one that plays. */
export function homePage(streams: readonly FeaturedStream[], language: Language): Page {
  // The stream that the web app starts with: mature ones need a confirmation first, and gated ones a right.
  const first = streams.find(({ isMature, playbackUrl }) => !isMature && playbackUrl !== null);
  return {
    ...EMPTY,
    canonical: '/',
    image: first ? thumbnail(first, first.streamer.displayName, language) : null,
    data: { 'GET /api/streams/featured': { streams } },
    firstScreen: { name: 'home', values: { poster: first?.thumbnailUrl ?? null } },
  };
}

/** The data of a page that plays a stream, and the first screen with its video, if that plays for every viewer. */
export function streamScreen(
  address: StreamAddress,
  detail: StreamDetail,
  name: 'stream' | 'embed',
): Pick<Page, 'data' | 'firstScreen'> {
  const { stream } = detail;
  const request =
    'id' in address
      ? `GET /api/streams/${address.id}`
      : `GET /api/streamers/${address.username}/streams/${address.slug}`;
  const { recording } = stream ?? {};
  // Gated streams have no URL here.
  const recordingUrl = recording && !recording.isPrivate ? recording.playbackUrl : null;
  const playbackUrl = stream?.playbackUrl ?? recordingUrl;
  const recordingId = stream?.playbackUrl ? null : (stream?.id ?? null);
  // Mature streams need a confirmation first.
  const isShown = stream !== null && !stream.isMature && !stream.isHidden && playbackUrl !== null;
  // The playlist of a long recording is large. A recording with a storyboard has video.
  const hasVideo = recording?.storyboard?.tiles != null;
  const playlists = recordingId && hasVideo && playbackUrl ? [playbackUrl.replace('index', 'video')] : [];
  return {
    data: { [request]: detail },
    ...(isShown && {
      firstScreen: { name, playlists, values: { poster: stream.thumbnailUrl, playbackUrl, recordingId } },
    }),
  };
}

const EMPTY: Page = {
  title: null,
  description: null,
  canonical: null,
  type: 'website',
  image: null,
  alternates: [],
};

export function pageOf(found: Found, parts: PageParts): Page {
  switch (found.kind) {
    case 'stream':
      return streamPage(found.stream, found.byChannel, parts);
    case 'offline':
      return {
        ...personPage(found.person, parts),
        title: textIn(parts.language, 'metadata.offline', { name: found.person.displayName }),
        canonical: channelPath(found.person.username),
      };
    case 'person':
      return personPage(found.person, parts);
    case 'event':
      return eventPage(found.event, parts);
    case 'clip':
      return clipPage(found.clip, parts);
  }
}

function streamPage(stream: SharedStream, byChannel: boolean, parts: PageParts): Page {
  const { title, displayName } = stream;
  const path = byChannel ? channelPath(stream.username) : streamPath(stream);
  return {
    title: `${title} · ${displayName}`,
    description: shortened(stream.description ?? '') || aboutStream(stream, parts),
    // A hidden stream is only for people who have its URL.
    canonical: stream.isHidden ? null : path,
    type: 'video.other',
    image: stream.isMature
      ? portrait(stream)
      : (thumbnail(stream, displayName, parts.language) ?? portrait(stream)),
    mature: stream.isMature,
    ...videoOf(stream),
    alternates: stream.isHidden
      ? []
      : [
          ...(stream.isGated ? [] : [player(path, title, parts)]),
          streamsFeed(stream.username, displayName, parts),
        ],
  };
}

function aboutStream(stream: SharedStream, { instanceName: instance, language }: PageParts): string {
  const { displayName: name, category, endedAt } = stream;
  const values = { name, category, instance };
  if (endedAt === null) return textIn(language, 'metadata.stream.live', values);
  if (stream.source === 'upload')
    return textIn(
      language,
      stream.hasVideo === false ? 'metadata.stream.audio' : 'metadata.stream.video',
      values,
    );
  const isRecorded = stream.videoDurationMs !== null;
  const about = localized(isRecorded ? 'metadata.stream.recorded' : 'metadata.stream.ended', {
    ...values,
    day: longDate(endedAt),
  });
  return localize(about, language);
}

/** The recording of a stream, if every viewer may watch it without confirmation. */
function videoOf(stream: SharedStream): Pick<Page, 'video'> {
  const { id, videoDurationMs, endedAt, isMature, isGated } = stream;
  if (videoDurationMs === null || endedAt === null || isMature || isGated) return {};
  return {
    video: {
      embed: streamEmbedPath(id),
      playlist: `${recordingPath(id)}/index.m3u8`,
      durationSeconds: Math.round(videoDurationMs / 1000),
      publishedAt: endedAt,
    },
  };
}

function clipPage(clip: Clip, parts: PageParts): Page {
  const { id, title, streamer, stream, isMature } = clip;
  const path = clipPagePath(id);
  const isOpen = !isMature && stream.gate === null;
  return {
    title: `${title} · ${streamer.displayName}`,
    description: textIn(parts.language, 'metadata.clip', {
      name: streamer.displayName,
      title: stream.title,
      instance: parts.instanceName,
    }),
    canonical: path,
    type: 'video.other',
    image: isMature
      ? portrait(streamer)
      : (thumbnail(clip, streamer.displayName, parts.language) ?? portrait(streamer)),
    mature: isMature,
    ...(isOpen && {
      video: {
        embed: clipEmbedPath(id),
        playlist: clip.playbackUrl,
        durationSeconds: Math.round(clip.durationMs / 1000),
        publishedAt: new Date(clip.createdAt),
      },
    }),
    alternates: stream.gate === null ? [player(path, title, parts)] : [],
  };
}

function personPage(person: SharedPerson, parts: PageParts): Page {
  const { username, displayName, bio } = person;
  const path = personPath(username);
  return {
    title: displayName,
    description:
      shortened(bio) ||
      textIn(parts.language, 'metadata.person', { name: displayName, instance: parts.instanceName }),
    canonical: path,
    type: 'profile',
    image: portrait(person),
    alternates: person.isStreamer
      ? [
          player(path, displayName, parts),
          streamsFeed(username, displayName, parts),
          {
            type: 'application/rss+xml',
            title: textIn(parts.language, 'metadata.feed.events', { name: displayName }),
            href: parts.publicUrl + eventsFeedPath(username),
          },
        ]
      : [],
  };
}

function eventPage(event: SharedEvent, { language }: PageParts): Page {
  const { title, description, displayName, eventDate, timezone } = event;
  return {
    title: `${title} · ${displayName}`,
    description:
      shortened(description) ||
      localize(
        localized('metadata.event', { name: displayName, day: longDate(eventDate, timezone) }),
        language,
      ),
    canonical: eventPath(event.id),
    type: 'website',
    image:
      event.posterUrl === null
        ? portrait(event)
        : { path: event.posterUrl, ...IMAGE_SIZES.poster, alt: title },
    alternates: [],
  };
}

const player = (path: string, title: string, { publicUrl }: PageParts) => ({
  type: 'application/json+oembed',
  title,
  href: publicUrl + oembedPath(publicUrl + path),
});

const streamsFeed = (username: string, displayName: string, { publicUrl, language }: PageParts) => ({
  type: 'application/rss+xml',
  title: textIn(language, 'metadata.feed.streams', { name: displayName }),
  href: publicUrl + streamsFeedPath(username),
});

function thumbnail(
  { thumbnailUrl, title }: { thumbnailUrl: string | null; title: string },
  displayName: string,
  language: Language,
): PageImage | null {
  return thumbnailUrl === null
    ? null
    : {
        path: thumbnailUrl,
        width: 640,
        height: 360,
        alt: textIn(language, 'metadata.thumbnail', { title, name: displayName }),
      };
}

function portrait({ avatarUrl, displayName }: { avatarUrl: string | null; displayName: string }) {
  return avatarUrl === null ? null : { path: avatarUrl, width: 512, height: 512, alt: displayName };
}

/** Returns one line, cut at the end of a word. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  return `${line.slice(0, DESCRIPTION_MAX).replace(/\s\S*$/, '')}…`;
}

/** `May 4, 2026`. Dates of events are in the event's time zone. */
const longDate = (date: Date, timeZone = 'UTC'): WriteValue =>
  dateText(date, { dateStyle: 'long', timeZone });
