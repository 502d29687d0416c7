/** Makes clips of streams, and counts and deletes them. */
import {
  CLIPS_PAGE_SIZE,
  CLIPS_PER_HOUR,
  type Clip,
  type ClipId,
  type ClipPermission,
  clipId,
  type NewClip,
} from '@tributary/contracts/clips';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Live } from '#features/live/index.ts';
import type { RecordingsFeature } from '#features/recordings/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor, Caller } from '#platform/caller.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { HOUR_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { countNetwork } from '#platform/network/network-rate.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import * as permissions from './clip-permissions.repo.ts';
import { errors } from './clips.errors.ts';
import { deleteClipFiles } from './clips.jobs.ts';
import * as repo from './clips.repo.ts';

/** An upper limit of the time that copying the segments of a clip takes. */
const ABANDONED_MS = HOUR_MS;

export interface ClipsOptions {
  readonly db: Database;
  /** Public lists are read from it. */
  readonly replica: ReadDatabase;
  readonly jobs: Jobs;
  readonly sharedState: SharedState;
  readonly storage: Storage;
  readonly live: Pick<Live, 'playback' | 'thumbnails'>;
  readonly recordings: Pick<RecordingsFeature, 'cutExcerpt' | 'roomForClips'>;
}

export const folderOf = (id: ClipId): string => `clips/${id}/`;

export interface Clips {
  /**
   * @throws not_recorded, clips_not_allowed, clips_for_followers, clips_for_subscribers, too_many_clips,
   * clip_storage_full, and the errors of access to a gated stream
   */
  create(caller: Caller, streamId: StreamId, clip: NewClip): Promise<Clip>;
  /** @throws clip_not_found */
  get(id: ClipId): Promise<Clip>;
  /** @throws streamer_not_found, AppError `cursor_invalid` */
  page(username: string, cursor?: string): Promise<{ items: Clip[]; next: string | null }>;
  /** The newest clips of the channels that an account follows. */
  followed(followerId: UserId): Promise<Clip[]>;
  /** Counts one view per hour and network. */
  countView(id: ClipId, network: string): Promise<void>;
  /**
   * Deletes a clip that the caller made, or that belongs to a channel that they have or moderate.
   * @throws clip_not_found for any other clip
   */
  delete(id: ClipId, by: Actor): Promise<void>;
  /** @returns the deleted clip; null if there is none */
  remove(tx: Writer, id: ClipId): Promise<{ readonly title: string } | null>;
  /**
   * Deletes another person's clip. The audit log keeps the reason.
   * @throws clip_not_found
   */
  removeFor(id: ClipId, reason: string | null, by: Actor): Promise<void>;
  /** @throws not_recorded */
  permission(streamId: StreamId): Promise<{ allowedTo: ClipPermission }>;
  settings(userId: UserId): Promise<{ allowedTo: ClipPermission }>;
  setPermission(userId: UserId, allowedTo: ClipPermission): Promise<{ allowedTo: ClipPermission }>;
  /** The thumbnail of a clip, which only viewers with access may see if its stream is gated. */
  storedThumbnail(id: ClipId): Promise<Uint8Array | null>;
  /** Deletes the clips that would be lost, or would become visible again, without the recording. */
  deleteWithRecording(tx: Writer, streamId: StreamId): Promise<void>;
  /** Deletes the files of a person's clips, whose rows are deleted with the account. */
  deleteAllWith(tx: Writer, userId: UserId): Promise<void>;
}

export function createClipsService(options: ClipsOptions): Clips {
  const { db, replica, sharedState, recordings, live, storage, jobs } = options;

  async function get(id: ClipId, from: ReadDatabase = db): Promise<Clip> {
    const clip = await from.read((reader) => repo.findClip(reader, id));
    if (clip === null) throw errors.clip_not_found();
    return clip;
  }

  async function remove(tx: Writer, id: ClipId): Promise<{ readonly title: string } | null> {
    const removed = await repo.remove(tx, id);
    if (removed !== null) await deleteFiles(tx, id);
    return removed;
  }

  async function removeFor(id: ClipId, reason: string | null, by: Actor): Promise<void> {
    await db.transact(async (tx) => {
      const removed = await remove(tx, id);
      if (removed === null) throw errors.clip_not_found();
      await audit(tx, { by, action: 'clip.removed', kind: 'clip', id, reason, before: removed });
    });
  }

  /** Deletes the files of a clip after `tx`, unless the clip exists by then. */
  function deleteFiles(tx: Writer, id: ClipId, startAfter = new Date()): Promise<unknown> {
    return jobs.send(tx, deleteClipFiles, { clipId: id }, { startAfter });
  }

  async function requirePermission(
    caller: Caller,
    streamId: StreamId,
    { streamerId, allowedTo }: { readonly streamerId: UserId; readonly allowedTo: ClipPermission },
  ): Promise<void> {
    await live.playback.requireAccess(streamId, caller);
    if (caller.userId === streamerId) return;
    switch (allowedTo) {
      case 'everybody':
        return;
      case 'nobody':
        throw errors.clips_not_allowed();
      case 'followers':
        if (await db.read((reader) => permissions.follows(reader, caller.userId, streamerId))) return;
        throw errors.clips_for_followers();
      case 'subscribers':
        if (await live.playback.hasAccess(caller.userId, { kind: 'subscribers', id: streamerId })) return;
        throw errors.clips_for_subscribers();
    }
  }

  return {
    async create(caller, streamId, { title, startMs, endMs }) {
      const source = await db.read((reader) => permissions.findSource(reader, streamId));
      if (source === null) throw errors.not_recorded();
      await requirePermission(caller, streamId, source);
      const made = await sharedState.store('clips-made').increment(caller.userId, HOUR_MS);
      if (made.count > CLIPS_PER_HOUR) throw errors.too_many_clips();

      // Clips are short: the last one may exceed the quota.
      if ((await recordings.roomForClips(source.streamerId)) <= 0) throw errors.clip_storage_full();
      const id = clipId.parse(uuidv7());
      // The job also deletes the files of a clip whose process died before it was stored.
      await db.transact((tx) => deleteFiles(tx, id, new Date(Date.now() + ABANDONED_MS)));
      const excerpt = await recordings.cutExcerpt(streamId, { startMs, endMs }, folderOf(id));
      if (excerpt === null) throw errors.not_recorded();
      const { keyframe, ...range } = excerpt;
      const image = keyframe && (await live.thumbnails.renderThumbnail(keyframe));
      if (image) await storage.put(folderOf(id) + repo.THUMBNAIL_FILE, image);
      const people = { streamerId: source.streamerId, creatorId: caller.userId };
      const row = { ...range, ...people, id, streamId, title, hasThumbnail: image !== null };
      await db.transact(async (tx) => {
        // The stream may have been withdrawn while its segments were copied.
        if ((await permissions.findSource(tx, streamId)) === null) throw errors.not_recorded();
        await repo.insert(tx, row);
      });
      return await get(id);
    },
    get: (id) => get(id, replica),
    async page(username, cursor) {
      const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
      const rows = await replica.read((reader) => repo.findClipsOf(reader, username, after));
      if (rows === null) throw errors.streamer_not_found();
      return pageOfRows(rows, CLIPS_PAGE_SIZE, ({ createdAt, id }) => [createdAt, id]);
    },
    followed: (followerId) => replica.read((reader) => repo.findFollowed(reader, followerId)),
    async countView(id, network) {
      const rate = { of: id, network, windowMs: HOUR_MS, max: 1 };
      const { count } = await countNetwork(sharedState.store('clip-views'), rate);
      if (count === 1) await db.transact((tx) => repo.addView(tx, id));
    },
    async delete(id, by) {
      const { userId } = by;
      const people = await db.read((reader) => repo.findPeople(reader, id));
      if (people === null) throw errors.clip_not_found();
      const { creatorId, streamerId } = people;
      if (creatorId === userId || streamerId === userId) {
        await db.transact((tx) => remove(tx, id));
        return;
      }
      // Moderators cannot delete the streamer's own clips.
      if (creatorId === streamerId || !(await live.playback.moderates(userId, streamerId)))
        throw errors.clip_not_found();
      await removeFor(id, null, by);
    },
    remove,
    removeFor,
    async permission(streamId) {
      const source = await db.read((reader) => permissions.findSource(reader, streamId));
      if (source === null) throw errors.not_recorded();
      return { allowedTo: source.allowedTo };
    },
    settings: async (userId) => ({
      allowedTo: await db.read((reader) => permissions.findPermission(reader, userId)),
    }),
    async setPermission(userId, allowedTo) {
      await db.transact((tx) => permissions.setPermission(tx, userId, allowedTo));
      return { allowedTo };
    },
    async storedThumbnail(id) {
      const thumbnail = await storage.get(folderOf(id) + repo.THUMBNAIL_FILE);
      return thumbnail && (await thumbnail.bytes());
    },
    async deleteWithRecording(tx, streamId) {
      for (const id of await repo.findDeletedWith(tx, streamId)) await remove(tx, id);
    },
    async deleteAllWith(tx, userId) {
      for (const { id } of await repo.findAllWith(tx, userId)) await deleteFiles(tx, id);
    },
  };
}
