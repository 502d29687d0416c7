/** Recordings of the past streams of demo channels, made of the channel's clip. */
import type { Chapter, StreamId, UserId } from '@tributary/contracts/shared';
import { CONVERSATIONS } from '@tributary/demo-content/conversations';
import { channelOf } from '@tributary/demo-content/people';
import { RECORDING_STORIES, type RecordingStory } from '@tributary/demo-content/recording-stories';
import type { SceneName } from '@tributary/demo-content/scenes';
import type { ClipsFeature } from '#features/clips/index.ts';
import type { RecordingsFeature } from '#features/recordings/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { seedPastChat } from '../chat/past-chat.ts';
import { seedPastComments } from '../comments/past-comments.ts';
import type { Clip } from '../content/clip.ts';
import type { DemoLog } from '../index.ts';
import { findSeededAccounts, type SeededAccounts } from '../seed/seeded-accounts.ts';
import { RECORDED_STREAMS } from '../seed/streams.seed.ts';
import { writeLoop } from './loop-recording.ts';

/** The recordings leave this much of the disk to everything else. */
const RESERVED_BYTES = 2 * 1024 ** 3;

const CLIP_MS = 12_000;

export interface RecordedPastOptions {
  readonly db: Database;
  readonly log: DemoLog;
  readonly recordings: Pick<RecordingsFeature, 'add' | 'edit'>;
  readonly clips: { create(...clip: Parameters<ClipsFeature['create']>): Promise<unknown> };
  /** Null: the files are not on this machine. */
  readonly storageDisk: Pick<DiskSpace, 'freeBytes'> | null;
  /** The rendered clip of a scene. */
  clipOf(scene: SceneName): Clip | undefined;
}

/**
 * Adds the recordings that are missing of the newest streams, each as long as its stream: about 800 MB for 17 channels, one after the other, the newest first. Those that somebody deleted permanently
 * come back.
 */
export async function recordPast(options: RecordedPastOptions, signal: AbortSignal): Promise<void> {
  const { db, log, storageDisk, clipOf } = options;
  const accounts = await db.read(findSeededAccounts);
  const missing: (Past & { readonly scene: SceneName; readonly clip: Clip })[] = [];
  for (const { id, story } of accounts.streamers) {
    const { scene } = channelOf(story.username);
    const clip = clipOf(scene);
    if (clip === undefined) continue;
    for (const past of await db.read((reader) =>
      findUnrecorded(reader, id, story.past.slice(0, RECORDED_STREAMS)),
    ))
      missing.push({ ...past, scene, clip });
  }
  missing.sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime());
  for (const past of missing) {
    if (signal.aborted) return;
    if (storageDisk !== null && storageDisk.freeBytes < RESERVED_BYTES) {
      const { freeBytes } = storageDisk;
      return log.warn({ freeBytes }, 'The disk is nearly full, so past demo streams have no recordings');
    }
    const durationMs = await record(options, past, past.clip, accounts, signal);
    const { viewers } = accounts;
    await db.transact(async (tx) => {
      await seedPastChat(tx, { ...past, durationMs, threads: CONVERSATIONS[past.scene], viewers });
      await seedPastComments(tx, { ...past, durationMs, viewers, nowMs: Date.now() });
    });
  }
}

interface Past {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

const findUnrecorded = (db: Reader, streamerId: UserId, titles: readonly string[]): Promise<Past[]> =>
  db
    .selectFrom('streams as s')
    .leftJoin('recordings as r', 'r.stream_id', 's.id')
    .select(['s.id as streamId', 's.streamer_id as streamerId', 's.title'])
    .select(['s.started_at as startsAt', 's.ended_at as endsAt'])
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'ended')
    .where('s.title', 'in', titles)
    .where('r.stream_id', 'is', null)
    .execute();

/** @returns the duration of the recording */
async function record(
  { recordings, clips }: RecordedPastOptions,
  past: Past,
  clip: Clip,
  { viewers }: SeededAccounts,
  signal: AbortSignal,
): Promise<number> {
  const { streamId, streamerId, startsAt, endsAt, title } = past;
  const startMs = startsAt.getTime();
  const durationMs = (endsAt ?? startsAt).getTime() - startMs;
  await recordings.add(past, ({ put }) => {
    const sink = {
      async put(path: string, bytes: Uint8Array) {
        signal.throwIfAborted();
        await put(path, bytes);
      },
    };
    return writeLoop(clip, { durationMs, startMs, epoch: streamId.slice(-12) }, sink);
  });
  const { visibility = 'public', ...story }: RecordingStory = RECORDING_STORIES[title] ?? { description: '' };
  await recordings.edit(streamerId, streamId, {
    visibility,
    description: story.description,
    chapters: chaptersOf(story.chapters ?? [], durationMs),
    allowsDownload: story.allowsDownload ?? false,
  });
  for (const [index, name] of (story.clips ?? []).entries()) {
    const userId = viewers[(title.length + index) % viewers.length];
    if (userId === undefined) continue;
    const startClipMs = Math.round((durationMs * (index + 1)) / 4);
    const part = { title: name, startMs: startClipMs, endMs: startClipMs + CLIP_MS };
    await clips.create({ userId, roles: ['viewer'], sessionId: '' }, streamId, part);
  }
  return durationMs;
}

/** Spread evenly, from the beginning. */
const chaptersOf = (titles: readonly string[], durationMs: number): Chapter[] =>
  titles.map((title, index) => ({ title, startMs: Math.round((durationMs * index) / titles.length) }));
