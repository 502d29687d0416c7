/** The sources and the retention of the viewers of a channel's streams. */
import { z } from 'zod';
import { COUNTED_MINUTES, ENTRY_KINDS } from '../live/constants.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport } from '../shared/lists.ts';
import { byStream } from '../shared/params.ts';

export const entrySource = z.object({
  kind: z.enum(ENTRY_KINDS),
  host: z.string().describe('The other site; empty: unknown, or one of many with few viewers'),
  viewers: z.int().positive().describe('Browsers that watched for ten seconds, each once a day'),
});
export type EntrySource = z.infer<typeof entrySource>;

/** A channel is linked from any number of sites: the others are one row without a name. */
export const SOURCES_MAX = 60;

export const entrySources = z.array(entrySource).max(SOURCES_MAX).describe('Most viewers first');

export const retentionPoint = z.object({
  minute: z.int().nonnegative().describe('Since the start of the stream'),
  started: z.int().nonnegative().describe('Viewers who had started to watch by then'),
  watching: z.int().nonnegative().describe('Those of them who watched this minute'),
});
export type RetentionPoint = z.infer<typeof retentionPoint>;

const retention = z.array(retentionPoint).max(COUNTED_MINUTES);

export const getStreamAudience = endpoint({
  method: 'GET',
  path: '/api/me/streams/:id/audience',
  tag: 'statistics',
  summary:
    'Get how the viewers of a stream of the signed-in streamer came, and how many stayed from minute to minute',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: z.object({
    sources: entrySources,
    live: retention.describe('While it was live'),
    recorded: retention.describe('From its recording, by the minute of the stream'),
  }),
});
export type StreamAudience = z.infer<typeof getStreamAudience.response>;

export const exportStreamSources = endpoint({
  ...csvExport,
  path: '/api/me/streams/:id/sources.csv',
  tag: 'statistics',
  summary: 'Export how the viewers of a stream came as CSV',
  access: 'streamer',
  params: byStream,
});
