/** Live streams: featured ones, one stream in detail, and how creators end theirs. */
import { z } from 'zod';
import { gate, streamerSummary } from '../channels/channels.ts';
import { topic } from '../realtime/topic.ts';
import { captionTrack } from '../shared/captions.ts';
import { chapter } from '../shared/chapters.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamId, streamLanguage } from '../shared/fields.ts';
import { byStream, byUsername } from '../shared/params.ts';
import { storyboard } from '../shared/storyboard.ts';
import { COUNTED_MINUTES, PLAYED_MINUTES_MAX } from './constants.ts';
import { viewerEntry } from './entries.ts';

/** A live stream as a card shows it (spec section 7). */
export const featuredStream = z.object({
  id: streamId,
  title: z.string(),
  category,
  thumbnailUrl: z.string().nullable(),
  currentViewers: z.int().nonnegative(),
  slug: z.string(),
  tags: z.array(z.string()),
  /** Null: its creator states none. */
  language: streamLanguage.nullable(),
  /** Viewers confirm before they see it. */
  isMature: z.boolean(),
  startedAt: z.iso.datetime(),
  /** Null: everybody may watch. */
  gate: gate.nullable(),
  /** Null where the stream is gated. */
  playbackUrl: z.string().nullable(),
  streamer: streamerSummary,
});
export type FeaturedStream = z.infer<typeof featuredStream>;

export const FEATURED_LIMIT = 16;

export const getFeatured = endpoint({
  method: 'GET',
  path: '/api/streams/featured',
  tag: 'live',
  summary: 'List up to 16 live streams, most viewers first',
  access: 'public',
  response: z.object({ streams: z.array(featuredStream) }),
});

/** The featured live streams. */
export const featuredTopic = topic({
  name: 'featured',
  access: 'public',
  snapshot: z.array(featuredStream),
});

/**
 * `interrupted`: the signal is lost and the grace period is running. `offline`: the channel has no live
 * stream; only for the `live` slug.
 */
export const streamState = z.enum(['live', 'interrupted', 'ended', 'offline']);
export type StreamState = z.infer<typeof streamState>;

export const streamDetail = z.object({
  state: streamState,
  /** Null only if offline. */
  stream: z
    .object({
      id: streamId,
      title: z.string(),
      category,
      slug: z.string(),
      /** An upload never ran. */
      source: z.enum(['live', 'upload']),
      tags: z.array(z.string()),
      /** Null: its creator states none. */
      language: streamLanguage.nullable(),
      /** Viewers confirm before they see it. */
      isMature: z.boolean(),
      /** An admin hides the stream: nobody can watch it. */
      isHidden: z.boolean(),
      thumbnailUrl: z.string().nullable(),
      currentViewers: z.int().nonnegative(),
      /** While interrupted: whether the encoder stopped cleanly, rather than losing its connection. */
      stopped: z.boolean(),
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      /** Null: everybody may watch. Otherwise, playback must be opened first. */
      gate: gate.nullable(),
      /** URL of the LL-HLS multivariant playlist; null once ended, while hidden, and where the stream is gated. */
      playbackUrl: z.string().nullable(),
      /** URL of its WHEP endpoint, for playback over WebRTC; null where playbackUrl is, and where the instance has none. */
      whepUrl: z.string().nullable(),
      /** While the stream runs, it can be rewound to the start of this. Null where there is none. */
      recording: z
        .object({
          /** Wall time of its first frame. */
          startsAt: z.iso.datetime(),
          /** Null while it grows: the stream runs, or its last seconds are being stored. */
          durationMs: z.int().nonnegative().nullable(),
          /** Only its streamer and admins can watch it. */
          isPrivate: z.boolean(),
          /** How often the stream was watched, live and since. */
          views: z.int().nonnegative(),
          /** Empty while it is private. */
          description: z.string(),
          /** By the time of their start; none while it is private. */
          chapters: z.array(chapter),
          /** None while it grows or is private. */
          captions: z.array(captionTrack),
          /** Null where the recording shows no video, and from the end of its stream until it is made. */
          storyboard: storyboard.nullable(),
          /** URL of an MP4 file; null where it grows, is private, or its creator does not allow downloads. */
          downloadUrl: z.string().nullable(),
          /** URL of its multivariant playlist, which has no end while it grows; null where the stream is gated. */
          playbackUrl: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** The latest recording that everybody may find; only while offline. */
  last: z
    .object({
      title: z.string(),
      slug: z.string(),
      thumbnailUrl: z.string().nullable(),
      /** An upload never ran. */
      source: z.enum(['live', 'upload']),
      endedAt: z.iso.datetime(),
    })
    .nullable()
    .optional(),
  streamer: streamerSummary,
});
export type StreamDetail = z.infer<typeof streamDetail>;

/** One stream, whether it is live or over. */
export const streamTopic = topic({
  name: 'stream',
  access: 'public',
  argument: streamId,
  snapshot: streamDetail,
  patch: z.object({ currentViewers: z.int().nonnegative() }),
  actions: {
    /** This tab's player shows the stream, or shows it no longer. A tab watches at most one. */
    watching: {
      data: z.object({
        watching: z.boolean(),
        /** The way in which the viewer came, once for each page that plays it; absent where playback goes on. */
        entry: viewerEntry.optional(),
      }),
      perMinute: { person: 600, network: 2400 },
    },
    /** The minutes of the stream, counted from its start, that this tab has played from the recording. */
    played: {
      data: z.object({
        minutes: z
          .array(
            z
              .int()
              .nonnegative()
              .max(COUNTED_MINUTES - 1),
          )
          .min(1)
          .max(PLAYED_MINUTES_MAX),
      }),
      perMinute: { person: 60, network: 2400 },
    },
  },
});

/** The live stream of a channel, by its username, or that the channel is offline. */
export const channelTopic = topic({
  name: 'channel',
  access: 'public',
  argument: z.string().max(64).toLowerCase(),
  snapshot: streamDetail,
});

export const getStream = endpoint({
  method: 'GET',
  path: '/api/streams/:id',
  tag: 'live',
  summary: 'Get a stream by id',
  access: 'public',
  params: byStream,
  response: streamDetail,
});

export const getStreamBySlug = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/streams/:slug',
  tag: 'live',
  summary:
    'Get a stream by its streamer’s username and its slug. `live` is the current stream; former slugs keep working',
  access: 'public',
  params: byUsername.extend({ slug: z.string().max(100) }),
  response: streamDetail,
});

export const endMyStream = endpoint({
  method: 'POST',
  path: '/api/me/stream/stop',
  tag: 'live',
  summary: 'End the live stream, and refuse its encoder for a while if it reconnects by itself',
  access: 'streamer',
  perMinute: 30,
  response: z.void(),
});

export const clearPublishCooldown = endpoint({
  method: 'POST',
  path: '/api/me/stream/admit',
  tag: 'live',
  summary: 'Allow the encoder to reconnect immediately after a stop',
  access: 'streamer',
  perMinute: 30,
  response: z.void(),
});
