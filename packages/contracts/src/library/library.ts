/** A viewer's saved streams and watch history. */
import { z } from 'zod';
import { featuredStream } from '../live/streams.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream } from '../shared/params.ts';

export const LIBRARY_PAGE_SIZE = 24;

/** A saved or watched stream, live or ended. */
export const libraryStream = featuredStream.extend({
  /** An upload never ran: it ended when it was processed. */
  source: z.enum(['live', 'upload']),
  endedAt: z.iso.datetime().nullable(),
  playbackUrl: z.string().nullable().describe('Null once it has ended, and where it is gated'),
});
export type LibraryStream = z.infer<typeof libraryStream>;

/** How far into a recording a viewer is; null where they have not watched it, or nobody can. */
export const watchProgress = z
  .object({
    positionMs: z.int().nonnegative(),
    durationMs: z.int().positive(),
    isFinished: z.boolean().describe('They have watched to the last twentieth'),
  })
  .nullable();
export type WatchProgress = z.infer<typeof watchProgress>;

export const savedItem = z.object({
  stream: libraryStream,
  savedAt: z.iso.datetime(),
  progress: watchProgress,
});
export type SavedItem = z.infer<typeof savedItem>;

export const listSaved = endpoint({
  method: 'GET',
  path: '/api/me/saved',
  tag: 'following',
  summary: `List saved streams, most recently saved first, ${LIBRARY_PAGE_SIZE} per page`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(savedItem),
});

export const savedState = z.object({ saved: z.boolean() });

export const getSaved = endpoint({
  method: 'GET',
  path: '/api/me/saved/:id',
  tag: 'following',
  summary: 'Get whether the user saved a stream',
  access: 'viewer',
  params: byStream,
  response: savedState,
});

export const putSaved = endpoint({
  method: 'PUT',
  path: '/api/me/saved/:id',
  tag: 'following',
  summary: 'Save a stream. Idempotent',
  access: 'viewer',
  params: byStream,
  response: savedState,
});

export const deleteSaved = endpoint({
  method: 'DELETE',
  path: '/api/me/saved/:id',
  tag: 'following',
  summary: 'Remove a stream from the saved streams',
  access: 'viewer',
  params: byStream,
  response: savedState,
});

export const watchedItem = z.object({
  stream: libraryStream,
  firstWatchedAt: z.iso.datetime(),
  lastWatchedAt: z.iso.datetime(),
  secondsWatched: z.int().nonnegative(),
  progress: watchProgress,
});
export type WatchedItem = z.infer<typeof watchedItem>;

export const listWatched = endpoint({
  method: 'GET',
  path: '/api/me/history',
  tag: 'following',
  summary: `List the watch history, most recently watched first, ${LIBRARY_PAGE_SIZE} per page`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(watchedItem),
});

export const CONTINUE_LIMIT = 6;

export const listContinue = endpoint({
  method: 'GET',
  path: '/api/me/history/continue',
  tag: 'following',
  summary: `List up to ${CONTINUE_LIMIT} recordings that the viewer has begun and not finished, last watched first`,
  access: 'viewer',
  response: z.object({ items: z.array(watchedItem) }),
});

export const watchPosition = z.object({ positionMs: z.int().nonnegative().max(Number.MAX_SAFE_INTEGER) });

export const getWatchPosition = endpoint({
  method: 'GET',
  path: '/api/me/history/:id/position',
  tag: 'following',
  summary:
    'Get where the viewer continues the recording of a stream: null where they have not begun it, or have finished it',
  access: 'viewer',
  params: byStream,
  response: z.object({ positionMs: z.int().nonnegative().nullable() }),
});

/** A player saves every ten seconds; an account may play in several tabs. */
export const putWatchPosition = endpoint({
  method: 'PUT',
  path: '/api/me/history/:id/position',
  tag: 'following',
  summary:
    'Save where the viewer is in the recording of a stream. Does nothing while their history is paused',
  access: 'viewer',
  perMinute: 60,
  params: byStream,
  body: watchPosition,
  response: z.void(),
});

export const deleteWatched = endpoint({
  method: 'DELETE',
  path: '/api/me/history/:id',
  tag: 'following',
  summary: 'Remove a stream from the watch history',
  access: 'viewer',
  params: byStream,
  response: z.void(),
});

export const clearWatched = endpoint({
  method: 'DELETE',
  path: '/api/me/history',
  tag: 'following',
  summary: 'Clear the watch history',
  access: 'viewer',
  response: z.void(),
});

export const viewerOverview = z.object({
  following: z.int().nonnegative(),
  live: z.int().nonnegative().describe('Followed channels that are live'),
  saved: z.int().nonnegative(),
  watched: z.int().nonnegative().describe('Streams in the watch history'),
  secondsWatched: z.int().nonnegative(),
});
export type ViewerOverview = z.infer<typeof viewerOverview>;

export const getViewerOverview = endpoint({
  method: 'GET',
  path: '/api/me/viewer-overview',
  tag: 'following',
  summary: 'Get the totals of the viewer’s dashboard',
  access: 'viewer',
  response: viewerOverview,
});
