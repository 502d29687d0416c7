/** Streams in moderation: the list for admins, stopping and hiding. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { adminReason, category, streamId } from '../shared/fields.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byStream, order } from '../shared/params.ts';
import { ADMIN_PAGE_SIZE } from './users.ts';

export const adminStream = z.object({
  id: streamId,
  title: z.string(),
  category,
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  status: z.enum(['live', 'ended']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  currentViewers: z.int(),
  peakViewers: z.int(),
  hidden: z.object({ at: z.iso.datetime(), by: z.string().nullable(), reason: z.string() }).nullable(),
  streamer: streamerSummary,
});
export type AdminStream = z.infer<typeof adminStream>;

export const STREAM_SORTS = ['startedAt', 'currentViewers'] as const;
export type StreamSort = (typeof STREAM_SORTS)[number];

export const streamFilter = z.object({
  q: z.string().trim().max(100).optional().describe('Part of the title or of the streamer’s name'),
  state: z.enum(['live', 'ended', 'hidden']).optional(),
  sort: z.enum(STREAM_SORTS).default('startedAt').describe('`currentViewers` lists live streams only'),
  order,
});
export type StreamFilter = z.output<typeof streamFilter>;

export const listAdminStreams = endpoint({
  method: 'GET',
  path: '/api/admin/streams',
  tag: 'admin',
  summary: `List streams, ${ADMIN_PAGE_SIZE} per page`,
  access: 'admin',
  query: streamFilter.extend(pageQuery.shape),
  response: pageOf(adminStream),
});

export const exportStreams = endpoint({
  ...csvExport,
  path: '/api/admin/streams.csv',
  tag: 'admin',
  summary: 'Export streams as CSV',
  access: 'admin',
  query: streamFilter,
});

export const stopStream = endpoint({
  method: 'POST',
  path: '/api/admin/streams/:id/stop',
  tag: 'admin',
  summary: 'End a live stream immediately. The streamer can allow the encoder to reconnect, unless banned',
  access: 'admin',
  params: byStream,
  body: z.object({ reason: adminReason.describe('Shown to the streamer') }),
  response: z.void(),
});

export const hideStream = endpoint({
  method: 'POST',
  path: '/api/admin/streams/:id/hide',
  tag: 'admin',
  summary: 'Hide a stream: it is in no list or search, and its page plays nothing',
  access: 'admin',
  params: byStream,
  body: z.object({ reason: adminReason.describe('Shown to the streamer') }),
  response: z.void(),
});

export const unhideStream = endpoint({
  method: 'POST',
  path: '/api/admin/streams/:id/show',
  tag: 'admin',
  summary: 'Show a hidden stream again',
  access: 'admin',
  params: byStream,
  response: z.void(),
});
