/** Streams as their pages show them: with their recordings. */
import type { CaptionTrack, Chapter, Storyboard, StreamId, UserId } from '@tributary/contracts/shared';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { captionsUrl, runningStoryboard } from '../playback/media-paths.ts';
import type { StoredRecording, StreamRecordings } from './stream-recordings.repo.ts';
import { type Stream, streams, toStream } from './streams.repo.ts';

export interface StreamPage extends Stream {
  /** Null where there is none, or viewers may not watch it. */
  readonly recording: {
    readonly startsAt: Date;
    /** Null while it grows. */
    readonly durationMs: number | null;
    readonly isPrivate: boolean;
    /** How often the stream was watched: live, and its recording since. */
    readonly views: number;
    readonly description: string;
    readonly chapters: Chapter[];
    readonly captions: CaptionTrack[];
    readonly allowsDownload: boolean;
    readonly storyboard: Storyboard | null;
  } | null;
}

const pages = (db: Reader, { recording }: StreamRecordings) =>
  streams(db).select(['s.end_reason', 's.views', recording.as('recording')]);

type Row = Awaited<ReturnType<ReturnType<typeof pages>['executeTakeFirstOrThrow']>>;

function toPage(row: Row | undefined): StreamPage | null {
  if (row === undefined) return null;
  const stream = { ...toStream(row), recording: recordingOf(row.recording, row) };
  const isOpen = row.recording?.visibility === 'public' || row.recording?.visibility === 'unlisted';
  if (row.source !== 'upload' || isOpen) return stream;
  // The page of a private upload says nothing about it.
  return { ...stream, title: 'Private video', tags: [], thumbnailUrl: null };
}

/** A stream that an admin has stopped shows no recording. */
function recordingOf(
  stored: StoredRecording | null,
  { id, end_reason, views }: Row,
): StreamPage['recording'] {
  if (stored === null || stored.startsAt === null || end_reason === 'kicked') return null;
  const isPrivate = stored.visibility === 'private';
  return {
    startsAt: new Date(stored.startsAt),
    durationMs: stored.durationMs,
    isPrivate,
    views: views + stored.views,
    description: isPrivate ? '' : stored.description,
    chapters: isPrivate ? [] : stored.chapters,
    captions: isPrivate ? [] : stored.captions.map((one) => ({ ...one, url: captionsUrl(id, one.language) })),
    allowsDownload: !isPrivate && stored.allowsDownload,
    storyboard: stored.durationMs === null ? runningStoryboard(id) : stored.storyboard,
  };
}

/** Null also if the streamer is banned. */
export const findOpenPage = async (
  db: Reader,
  id: StreamId,
  recordings: StreamRecordings,
): Promise<StreamPage | null> =>
  toPage(await pages(db, recordings).where('s.id', '=', id).where(isPublic).executeTakeFirst());

export const findPage = async (
  db: Reader,
  id: StreamId,
  recordings: StreamRecordings,
): Promise<StreamPage | null> =>
  toPage(await pages(db, recordings).where('s.id', '=', id).executeTakeFirst());

/** By its current slug or a former one. */
export async function findPageBySlug(
  db: Reader,
  streamerId: UserId,
  slug: string,
  recordings: StreamRecordings,
): Promise<StreamPage | null> {
  const row = await pages(db, recordings)
    .where('s.streamer_id', '=', streamerId)
    .where('s.slug', '=', slug)
    .executeTakeFirst();
  if (row !== undefined) return toPage(row);
  const former = await pages(db, recordings)
    .innerJoin('stream_former_slugs as f', 'f.stream_id', 's.id')
    .where('f.streamer_id', '=', streamerId)
    .where('f.slug', '=', slug)
    .executeTakeFirst();
  return toPage(former);
}

export const findLivePage = async (
  db: Reader,
  streamerId: UserId,
  recordings: StreamRecordings,
): Promise<StreamPage | null> =>
  toPage(
    await pages(db, recordings)
      .where('s.streamer_id', '=', streamerId)
      .where('s.status', '=', 'live')
      .executeTakeFirst(),
  );

/** The stream of the latest recording of a streamer that everybody may find, or that is being stored. */
export async function findLastRecorded(
  db: Reader,
  streamerId: UserId,
  { isFindable }: StreamRecordings,
): Promise<Stream | null> {
  const row = await streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'ended')
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(isFindable)
    .orderBy('s.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toStream(row);
}
