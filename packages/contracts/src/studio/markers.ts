/** Markers: moments of a live stream that its creator wants to find again. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { textLine } from '../shared/fields.ts';
import { byStream } from '../shared/params.ts';

export const MARKER_LABEL_MAX = 80;
export const MARKERS_PER_STREAM = 500;

export const streamMarker = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The time since the start of the stream. */
  positionMs: z.int().nonnegative(),
  /** Empty: none. */
  label: z.string(),
});
export type StreamMarker = z.infer<typeof streamMarker>;

const label = z.object({ label: textLine(MARKER_LABEL_MAX) });

export const addStreamMarker = endpoint({
  method: 'POST',
  path: '/api/me/stream/markers',
  tag: 'studio',
  summary: 'Mark the current moment of the signed-in streamer’s live stream',
  access: 'streamer',
  perMinute: 30,
  body: label,
  response: streamMarker,
});

export const listStreamMarkers = endpoint({
  method: 'GET',
  path: '/api/me/streams/:id/markers',
  tag: 'studio',
  summary: 'List the markers of a stream of the signed-in streamer, oldest first',
  access: 'streamer',
  params: byStream,
  response: z.object({ markers: z.array(streamMarker) }),
});

const byMarker = byStream.extend({ markerId: z.uuid() });

export const renameStreamMarker = endpoint({
  method: 'PUT',
  path: '/api/me/streams/:id/markers/:markerId',
  tag: 'studio',
  summary: 'Change the label of a marker',
  access: 'streamer',
  params: byMarker,
  body: label,
  response: streamMarker,
});

export const deleteStreamMarker = endpoint({
  method: 'DELETE',
  path: '/api/me/streams/:id/markers/:markerId',
  tag: 'studio',
  summary: 'Delete a marker. Idempotent',
  access: 'streamer',
  params: byMarker,
  response: z.void(),
});
