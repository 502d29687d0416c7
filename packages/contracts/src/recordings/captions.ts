/** Captions of recordings, as their creators manage them. */
import { z } from 'zod';
import { captionTrack } from '../shared/captions.ts';
import { endpoint } from '../shared/endpoint.ts';
import { textLine } from '../shared/fields.ts';
import { byStream } from '../shared/params.ts';
import { CAPTIONS_MAX_BYTES } from './webvtt.ts';

/** The error of a file that is well-formed and has no captions. */
export const NO_CAPTIONS = 'The file has no captions.';

export const CAPTION_TRACKS_MAX = 20;
export const CAPTION_LABEL_MAX = 60;

const language = z
  .string()
  .max(35)
  .refine(isLanguage, 'Use a BCP 47 language tag, such as en or pt-BR.')
  .describe('BCP 47 language tag');

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const ofLanguage = z.object({ ...byStream.shape, language });
const captionTracks = z.object({ items: z.array(captionTrack) });

export const listCaptions = endpoint({
  method: 'GET',
  path: '/api/me/recordings/:id/captions',
  tag: 'recordings',
  summary: 'List the captions of a recording, by their label',
  access: 'streamer',
  params: byStream,
  response: captionTracks,
});

export const putCaptions = endpoint({
  method: 'PUT',
  path: '/api/me/recordings/:id/captions/:language',
  tag: 'recordings',
  summary: `Set the captions of a recording in one language, as a WebVTT file. At most ${CAPTION_TRACKS_MAX} languages. Styles, regions and positions are dropped`,
  access: 'streamer',
  perMinute: 30,
  params: ofLanguage,
  query: z.object({
    label: textLine(CAPTION_LABEL_MAX)
      .min(1, 'Enter a name.')
      .describe('What viewers choose it by: `English`'),
  }),
  upload: { types: ['text/vtt'], maxBytes: CAPTIONS_MAX_BYTES },
  response: captionTracks,
});

export const deleteCaptions = endpoint({
  method: 'DELETE',
  path: '/api/me/recordings/:id/captions/:language',
  tag: 'recordings',
  summary: 'Delete the captions of a recording in one language',
  access: 'streamer',
  perMinute: 60,
  params: ofLanguage,
  response: captionTracks,
});
