/** Channels that are offline, by when they were live last. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamLanguage } from '../shared/fields.ts';
import { OFFLINE_CHANNELS_LIMIT } from './constants.ts';
import { discoverFilter } from './discovery.ts';

export const offlineChannel = z.object({
  streamer: streamerSummary,
  followers: z.int().nonnegative(),
  /** Its latest stream. */
  last: z.object({
    title: z.string(),
    category,
    /** Null: its creator states none. */
    language: streamLanguage.nullable(),
    endedAt: z.iso.datetime(),
  }),
});
export type OfflineChannel = z.infer<typeof offlineChannel>;

export const listOfflineChannels = endpoint({
  method: 'GET',
  path: '/api/discover/offline',
  tag: 'discovery',
  summary: `List up to ${OFFLINE_CHANNELS_LIMIT} channels that were live within the last 60 days and are offline, the latest first`,
  access: 'public',
  query: discoverFilter.pick({ category: true, language: true, tag: true }),
  response: z.object({ channels: z.array(offlineChannel) }),
});
