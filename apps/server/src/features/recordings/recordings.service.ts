/** Recordings as their creators manage them. */

import type { Gate } from '@tributary/contracts/channels';
import type { InstanceSettings } from '@tributary/contracts/instance';
import {
  RECORDINGS_PAGE_SIZE,
  type Recording,
  type RecordingEdit,
  type RecordingOrder,
} from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { deleteUploaded, setStreamGate, streamChanged } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { bigintKey, timestampKey } from '#platform/db/keyset.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { localized } from '#platform/messages/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { requestDownloadSize } from './download/download-sizes.ts';
import * as deleted from './editing/deleted-recordings.repo.ts';
import { expiryOf } from './editing/expiry.ts';
import * as own from './editing/own-recordings.repo.ts';
import { errors } from './recordings.errors.ts';
import { recordingRemoving } from './recordings.events.ts';
import {
  deleteRecordingFiles,
  deleteThumbnails,
  deleteTrimFiles,
  publishRecording,
} from './recordings.jobs.ts';
import { remove } from './recordings.repo.ts';
import type { RecordingThumbnails } from './thumbnails/recording-thumbnails.service.ts';

export interface RecordingsServiceOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly hooks: Pick<Hooks, 'run'>;
  readonly thumbnails: Pick<RecordingThumbnails, 'hide'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

interface PageOptions {
  readonly isDeleted: boolean;
  readonly order?: RecordingOrder | undefined;
  readonly cursor?: string | undefined;
}

/** What cursors contain where the order is not one of time. */
const CURSORS: Readonly<Partial<Record<RecordingOrder, (row: own.OwnRecording) => number>>> = {
  views: ({ views }) => views,
  watched: ({ watchedSeconds }) => watchedSeconds,
  size: ({ byteLength }) => byteLength,
};

/** Whether a channel offers a subscription. */
export type OffersTiers = (streamerId: UserId) => Promise<boolean>;

export interface Recordings {
  /** Called once, before the first edit. */
  checkTiersWith(offersTiers: OffersTiers): void;
  /** @throws AppError `cursor_invalid` */
  page(userId: UserId, options: PageOptions): Promise<{ items: Recording[]; next: string | null }>;
  /** @throws recording_not_found */
  one(userId: UserId, id: StreamId): Promise<Recording>;
  /** @throws recording_not_found, recording_runs, publish_at_needs_private, no_tiers, recording_belongs_to_event */
  edit(userId: UserId, id: StreamId, edit: RecordingEdit): Promise<Recording>;
  /** Does nothing where the creator has chosen another time since, or published it. */
  publishScheduled(id: StreamId, at: Date): Promise<void>;
  /** It can be restored until it is purged. @throws recording_not_found, recording_runs */
  delete(userId: UserId, id: StreamId): Promise<void>;
  /** @throws recording_not_found */
  restore(userId: UserId, id: StreamId): Promise<Recording>;
  /** Deletes a deleted recording permanently. @throws recording_not_found */
  purge(userId: UserId, id: StreamId): Promise<void>;
  /** Deletes a recording permanently, and its files by a job once no part of it that was split off plays them. */
  remove(tx: Writer, streamerId: UserId, id: StreamId): Promise<void>;
}

export function createRecordingsService(options: RecordingsServiceOptions): Recordings {
  const { db, jobs, thumbnails, hooks, nowMs } = options;
  let hasTiers: OffersTiers = async () => false;

  /** A visibility other than `subscribers` removes the gate for subscribers; an event's gate stays. */
  async function changeAudience(
    tx: Writer,
    before: own.OwnRecording,
    edit: RecordingEdit,
    offersTiers: boolean,
  ): Promise<Pick<own.StoredEdit, 'visibility' | 'publishAt'>> {
    const { streamId: id, streamerId } = before;
    const visibility = edit.visibility ?? presentVisibility(before);
    if (edit.publishAt && visibility !== 'private') throw errors.publish_at_needs_private();
    if (edit.publishAt) {
      const startAfter = new Date(edit.publishAt);
      await jobs.send(tx, publishRecording, { streamId: id, publishAt: edit.publishAt }, { startAfter });
    }
    const publishAt = edit.publishAt == null ? edit.publishAt : new Date(edit.publishAt);
    if (edit.visibility === undefined) return { publishAt };

    const gate: Gate | null = visibility === 'subscribers' ? { kind: 'subscribers', id: streamerId } : null;
    if (gate !== null && before.gateKind === 'event') throw errors.recording_belongs_to_event();
    if (gate !== null && !offersTiers) throw errors.no_tiers();
    if (before.gateKind !== 'event' && before.gateKind !== (gate?.kind ?? null)) {
      await setStreamGate(tx, id, gate);
    }
    if (visibility === 'private') await thumbnails.hide(tx, before);
    return {
      visibility: visibility === 'subscribers' ? 'public' : visibility,
      publishAt: visibility === 'private' ? publishAt : null,
    };
  }

  async function removeRecording(tx: Writer, streamerId: UserId, id: StreamId): Promise<void> {
    await hooks.run(tx, recordingRemoving, { streamId: id });
    const removed = await remove(tx, id);
    if (removed === null) return;
    // The stream of an upload is nothing without it.
    const upload = await deleteUploaded(tx, id);
    if (upload !== null)
      await jobs.send(tx, deleteThumbnails, { streamId: id, streamerId, url: upload.customThumbnailUrl });
    const { mediaId, isLast, revisions } = removed;
    if (isLast) await jobs.send(tx, deleteRecordingFiles, { streamId: mediaId });
    // The other parts keep the segments.
    else for (const revision of revisions) await jobs.send(tx, deleteTrimFiles, { mediaId, revision });
    await publish(tx, streamChanged, { streamId: id, streamerId });
  }

  async function find(db: Reader, userId: UserId, id: StreamId): Promise<Recording> {
    const row = await own.findOne(db, userId, id);
    if (row === undefined) throw errors.recording_not_found();
    return present(row, await readSettings(db), nowMs());
  }

  return {
    checkTiersWith(offersTiers) {
      hasTiers = offersTiers;
    },
    async page(userId, { isDeleted, order = 'newest', cursor }) {
      const keyOf = CURSORS[order];
      const read = (text: string) =>
        keyOf ? decodeCursor(bigintKey, text) : decodeCursor(timestampKey, text);
      const after = cursor === undefined ? null : read(cursor);
      const rows = await db.read((reader) => own.findOwn(reader, userId, { isDeleted, order }, after));
      const settings = await db.read(readSettings);
      const page = pageOfRows(rows, RECORDINGS_PAGE_SIZE, (row) => [
        keyOf?.(row) ?? row.startedAt.toISOString(),
        row.streamId,
      ]);
      return {
        ...page,
        items: page.items.map((row) => present(row, settings, nowMs())),
      };
    },
    one: (userId, id) => db.read((reader) => find(reader, userId, id)),
    async edit(userId, id, edit) {
      // Before the transaction, which must not wait for another connection.
      const offersTiers = edit.visibility === 'subscribers' && (await hasTiers(userId));
      return await db.transact(async (tx) => {
        const before = await own.lockOne(tx, userId, id);
        if (before === undefined || before.state === 'deleted') throw errors.recording_not_found();
        const { title, description, chapters, allowsDownload } = edit;
        // A viewer cannot seek to a chapter that begins after the end.
        const last = chapters?.at(-1);
        if (last !== undefined && last.startMs >= before.durationMs) {
          if (before.state === 'recording') throw errors.recording_runs();
          throw errors.chapter_after_end({
            errors: [
              {
                pointer: '/chapters',
                detail: localized('errors.recordings.chapter_starts_late', {
                  title: last.title,
                  startMs: `${last.startMs}`,
                  endMs: `${before.durationMs}`,
                }),
              },
            ],
          });
        }
        await own.change(tx, id, {
          title,
          description,
          chapters,
          allowsDownload,
          ...(await changeAudience(tx, before, edit, offersTiers)),
        });
        if (allowsDownload) await requestDownloadSize(tx, jobs, id);
        await publish(tx, streamChanged, { streamId: id, streamerId: userId });
        return await find(tx, userId, id);
      });
    },
    async publishScheduled(id, at) {
      await db.transact(async (tx) => {
        const streamerId = await own.publishAt(tx, id, at);
        if (streamerId !== null) await publish(tx, streamChanged, { streamId: id, streamerId });
      });
    },
    async delete(userId, id) {
      await db.transact(async (tx) => {
        const row = await own.lockOne(tx, userId, id);
        if (row === undefined || row.state === 'deleted') throw errors.recording_not_found();
        if (row.state === 'recording') throw errors.recording_runs();
        await deleted.setDeleted(tx, id, new Date(nowMs()));
        await thumbnails.hide(tx, row);
        await publish(tx, streamChanged, { streamId: id, streamerId: userId });
      });
    },
    restore: async (userId, id) =>
      await db.transact(async (tx) => {
        await findDeleted(tx, userId, id);
        await deleted.restore(tx, id);
        await publish(tx, streamChanged, { streamId: id, streamerId: userId });
        return await find(tx, userId, id);
      }),
    async purge(userId, id) {
      await db.transact(async (tx) => {
        await findDeleted(tx, userId, id);
        await removeRecording(tx, userId, id);
      });
    },
    remove: removeRecording,
  };
}

async function findDeleted(tx: Writer, userId: UserId, id: StreamId): Promise<void> {
  const row = await own.lockOne(tx, userId, id);
  if (row?.state !== 'deleted') throw errors.recording_not_found();
}

type PresentedSettings = Pick<InstanceSettings, 'recordingRetentionDays' | 'recordingRenditions'>;

const presentVisibility = ({ visibility, gateKind }: own.OwnRecording): Recording['visibility'] =>
  visibility === 'public' && gateKind === 'subscribers' ? 'subscribers' : visibility;

function present(
  row: own.OwnRecording,
  { recordingRetentionDays, recordingRenditions }: PresentedSettings,
  nowMs: number,
): Recording {
  const { streamId, title, slug, source, state, stoppedBy, description, chapters } = row;
  const { thumbnailUrl, hasCustomThumbnail, allowsDownload, publishAt, decideBy, gateKind, gateId } = row;
  const { byteLength, storedByteLength, durationMs, hasVideo, qualities, views, watchedSeconds } = row;
  return {
    streamId,
    title,
    slug,
    source,
    state,
    stoppedBy,
    description,
    chapters,
    thumbnailUrl,
    hasCustomThumbnail,
    allowsDownload,
    byteLength,
    storedByteLength,
    durationMs,
    hasVideo,
    // Incomplete ladders stay incomplete while an admin has turned them off.
    qualities: recordingRenditions || qualities?.state === 'ready' ? qualities : null,
    views,
    watchedSeconds,
    visibility: presentVisibility(row),
    revision: row.trim?.revision ?? null,
    eventId: gateKind === 'event' ? gateId : null,
    startedAt: row.startedAt.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
    decideBy: decideBy?.toISOString() ?? null,
    expiresAt: expiryOf(row, recordingRetentionDays, nowMs)?.toISOString() ?? null,
  };
}
