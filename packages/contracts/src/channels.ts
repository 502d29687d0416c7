import { z } from 'zod';
import { category } from './category.ts';
import { endpoint } from './endpoint.ts';
import { streamerData } from './identity.ts';

/** What a creator puts into an encoder. */
export const ingestAccess = z.object({
  rtmpUrl: z.string().describe('OBS: Server'),
  streamKey: z.string().describe('OBS: Stream Key'),
});
export type IngestAccess = z.infer<typeof ingestAccess>;

export const streamTitle = z
  .string()
  .trim()
  .min(1, 'Give the stream a title.')
  .max(140, 'Keep the title to 140 characters.');

/** What the next broadcast starts with; while live, a change applies to the running one too. */
export const streamSettings = z.object({ title: streamTitle, category });
export type StreamSettings = z.infer<typeof streamSettings>;

export const upgradeToStreamer = endpoint({
  method: 'POST',
  path: '/api/me/streamer',
  tag: 'channels',
  summary: 'Become a streamer: role, channel and stream key in one transaction. Repeating it changes nothing',
  access: 'viewer',
  response: streamerData,
});

export const getStreamKey = endpoint({
  method: 'GET',
  path: '/api/me/stream-key',
  tag: 'channels',
  summary: "The signed-in streamer's ingest address and stream key",
  access: 'streamer',
  response: ingestAccess,
});

export const rotateStreamKey = endpoint({
  method: 'POST',
  path: '/api/me/stream-key/rotate',
  tag: 'channels',
  summary: 'Replace the stream key; the old one stops working at once',
  access: 'streamer',
  perMinute: 10,
  response: ingestAccess,
});

export const getStreamSettings = endpoint({
  method: 'GET',
  path: '/api/me/stream-settings',
  tag: 'channels',
  summary: 'Title and category of the running or next broadcast',
  access: 'streamer',
  response: streamSettings,
});

export const putStreamSettings = endpoint({
  method: 'PUT',
  path: '/api/me/stream-settings',
  tag: 'channels',
  summary: 'Change title and category of the running and next broadcast',
  access: 'streamer',
  body: streamSettings,
  response: streamSettings,
});
