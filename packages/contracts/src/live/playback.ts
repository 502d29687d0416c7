/** Gated streams: who may watch them, and how their playback is opened. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';

export const playback = z.object({
  /** URL of the multivariant playlist: of the live stream, or of its recording once it has ended. */
  playbackUrl: z.string(),
  /** URL of its recording's, to rewind to. It exists where the stream has a recording. */
  recordingUrl: z.string(),
  /** URL of the WHEP endpoint of the live stream; null once it has ended, and where the instance has none. */
  whepUrl: z.string().nullable(),
  /**
   * Belongs in the addresses of this stream's media on another host: `{MEDIA_URL}/~{mediaGrant}/live/…`. Null where the
   * instance sends its media itself.
   */
  mediaGrant: z.string().nullable(),
  /** The time for which the cookie and the grant are valid. Players open playback again at half of it. */
  expiresInSeconds: z.int().positive(),
});
export type Playback = z.infer<typeof playback>;

export const openPlayback = endpoint({
  method: 'POST',
  path: '/api/streams/:id/playback',
  tag: 'live',
  summary:
    'Open playback of a gated stream in this browser: sets short-lived cookies for its media. Repeat it while the stream plays',
  access: 'viewer',
  params: byStream,
  body: z.object({
    /** Plays here instead of in the browser that began first, where there are too many. A few times an hour. */
    takeOver: z.boolean().default(false),
  }),
  response: playback,
});
