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
import { HOUR_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { countNetwork } from '#platform/network/network-rate.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import * as permissions from './clip-permissions.repo.ts';
import { errors } from './clips.errors.ts';
import { deleteClipFiles } from './clips.jobs.ts';
import * as repo from './clips.repo.ts';

/** Copying the segments of a clip takes no longer. */
const ABANDONED_MS = HOUR_MS;

export interface ClipsOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly sharedState: SharedState;
  readonly storage: Storage;
  readonly live: Pick<Live, 'playback' | 'thumbnails'>;
  readonly recordings: Pick<RecordingsFeature, 'cutExcerpt' | 'roomForClips'>;
}

export const folderOf = (id: ClipId): string => `clips/${id}/`;

export class Clips {
  readonly #options: ClipsOptions;

  constructor(options: ClipsOptions) {
    this.#options = options;
  }

  /**
   * @throws not_recorded, clips_not_allowed, clips_for_followers, clips_for_subscribers, too_many_clips,
   *   clip_storage_full, and what a gated stream asks for
   */
  async create(caller: Caller, streamId: StreamId, { title, startMs, endMs }: NewClip): Promise<Clip> {
    const { db, sharedState, recordings, live, storage } = this.#options;
    const source = await db.read((reader) => permissions.findSource(reader, streamId));
    if (source === null) throw errors.not_recorded();
    await this.#requirePermission(caller, streamId, source);
    const made = await sharedState.store('clips-made').increment(caller.userId, HOUR_MS);
    if (made.count > CLIPS_PER_HOUR) throw errors.too_many_clips();

    // Clips are short: the last one may exceed the quota.
    if ((await recordings.roomForClips(source.streamerId)) <= 0) throw errors.clip_storage_full();
    const id = clipId.parse(uuidv7());
    // Also where this process dies in between.
    await db.transact((tx) => this.#deleteFiles(tx, id, new Date(Date.now() + ABANDONED_MS)));
    const excerpt = await recordings.cutExcerpt(streamId, { startMs, endMs }, folderOf(id));
    if (excerpt === null) throw errors.not_recorded();
    const { keyframe, ...range } = excerpt;
    const image = keyframe && (await live.thumbnails.renderThumbnail(keyframe));
    if (image) await storage.put(folderOf(id) + repo.THUMBNAIL_FILE, image);
    const people = { streamerId: source.streamerId, creatorId: caller.userId };
    const row = { ...range, ...people, id, streamId, title, hasThumbnail: image !== null };
    await db.transact(async (tx) => {
      // It may have been withdrawn while its segments were copied.
      if ((await permissions.findSource(tx, streamId)) === null) throw errors.not_recorded();
      await repo.insert(tx, row);
    });
    return await this.get(id);
  }

  /** @throws clip_not_found */
  async get(id: ClipId): Promise<Clip> {
    const clip = await this.#options.db.read((reader) => repo.findClip(reader, id));
    if (clip === null) throw errors.clip_not_found();
    return clip;
  }

  /** @throws streamer_not_found, AppError `cursor_invalid` */
  async page(username: string, cursor?: string): Promise<{ items: Clip[]; next: string | null }> {
    const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
    const rows = await this.#options.db.read((reader) => repo.findClipsOf(reader, username, after));
    if (rows === null) throw errors.streamer_not_found();
    return pageOfRows(rows, CLIPS_PAGE_SIZE, ({ createdAt, id }) => [createdAt, id]);
  }

  /** Counts one view an hour for each network. */
  async countView(id: ClipId, network: string): Promise<void> {
    const { db, sharedState } = this.#options;
    const rate = { of: id, network, windowMs: HOUR_MS, max: 1 };
    const { count } = await countNetwork(sharedState.store('clip-views'), rate);
    if (count === 1) await db.transact((tx) => repo.addView(tx, id));
  }

  /** @throws clip_not_found where it is neither theirs nor of a channel that they have or moderate */
  async delete(id: ClipId, by: Actor): Promise<void> {
    const { db, live } = this.#options;
    const { userId } = by;
    const people = await db.read((reader) => repo.findPeople(reader, id));
    if (people === null) throw errors.clip_not_found();
    const { creatorId, streamerId } = people;
    if (creatorId === userId || streamerId === userId) {
      await db.transact((tx) => this.remove(tx, id));
      return;
    }
    // Not what the streamer has made.
    if (creatorId === streamerId || !(await live.playback.moderates(userId, streamerId)))
      throw errors.clip_not_found();
    await this.removeFor(id, null, by);
  }

  /** @returns the deleted clip; null where there is none */
  async remove(tx: Writer, id: ClipId): Promise<{ readonly title: string } | null> {
    const removed = await repo.remove(tx, id);
    if (removed !== null) await this.#deleteFiles(tx, id);
    return removed;
  }

  /** Deletes what somebody else has made. The audit log keeps the reason. @throws clip_not_found */
  async removeFor(id: ClipId, reason: string | null, by: Actor): Promise<void> {
    await this.#options.db.transact(async (tx) => {
      const removed = await this.remove(tx, id);
      if (removed === null) throw errors.clip_not_found();
      await audit(tx, { by, action: 'clip.removed', kind: 'clip', id, reason, before: removed });
    });
  }

  /** @throws not_recorded */
  async permission(streamId: StreamId): Promise<{ allowedTo: ClipPermission }> {
    const source = await this.#options.db.read((reader) => permissions.findSource(reader, streamId));
    if (source === null) throw errors.not_recorded();
    return { allowedTo: source.allowedTo };
  }

  async settings(userId: UserId): Promise<{ allowedTo: ClipPermission }> {
    return { allowedTo: await this.#options.db.read((reader) => permissions.findPermission(reader, userId)) };
  }

  async setPermission(userId: UserId, allowedTo: ClipPermission): Promise<{ allowedTo: ClipPermission }> {
    await this.#options.db.transact((tx) => permissions.setPermission(tx, userId, allowedTo));
    return { allowedTo };
  }

  /** The frame of a clip that its card shows, which strangers may not see where its stream is gated. */
  async storedThumbnail(id: ClipId): Promise<Uint8Array | null> {
    const thumbnail = await this.#options.storage.get(folderOf(id) + repo.THUMBNAIL_FILE);
    return thumbnail && (await thumbnail.bytes());
  }

  /** Deletes the clips that nobody could see any more, or that would be seen again, without the recording. */
  async deleteWithRecording(tx: Writer, streamId: StreamId): Promise<void> {
    for (const id of await repo.findDeletedWith(tx, streamId)) await this.remove(tx, id);
  }

  /** Deletes the files of all clips of a person, whose rows go with their account. */
  async deleteAllWith(tx: Writer, userId: UserId): Promise<void> {
    for (const { id } of await repo.findAllWith(tx, userId)) await this.#deleteFiles(tx, id);
  }

  /** Deletes the files of a clip after `tx`, unless there is such a clip by then. */
  #deleteFiles(tx: Writer, id: ClipId, startAfter = new Date()): Promise<unknown> {
    return this.#options.jobs.send(tx, deleteClipFiles, { clipId: id }, { startAfter });
  }

  async #requirePermission(
    caller: Caller,
    streamId: StreamId,
    { streamerId, allowedTo }: { readonly streamerId: UserId; readonly allowedTo: ClipPermission },
  ): Promise<void> {
    const { db, live } = this.#options;
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
}
