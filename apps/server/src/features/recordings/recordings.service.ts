/** Recordings as their creators manage them. */
import {
  RECORDINGS_PAGE_SIZE,
  type Recording,
  type RecordingEdit,
  type RecordingSettings,
  type StreamId,
  type UserId,
} from '@tributary/contracts';
import { streamChanged } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { GIB } from './recorder.service.ts';
import { errors } from './recordings.errors.ts';
import { deleteRecordingFiles } from './recordings.jobs.ts';
import * as repo from './recordings.repo.ts';

export const DAY_MS = 86_400_000;

export class Recordings {
  readonly #db: Database;
  readonly #jobs: Jobs;

  constructor(db: Database, jobs: Jobs) {
    this.#db = db;
    this.#jobs = jobs;
  }

  /** @throws AppError `cursor_invalid` */
  async page(userId: UserId, cursor?: string): Promise<{ items: Recording[]; next: string | null }> {
    const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
    const rows = await this.#db.read((reader) => repo.findOwn(reader, userId, after));
    const { recordingRetentionDays } = await this.#db.read(readSettings);
    const page = pageOfRows(rows, RECORDINGS_PAGE_SIZE, (row) => [row.createdAt.toISOString(), row.streamId]);
    return { ...page, items: page.items.map((row) => present(row, recordingRetentionDays)) };
  }

  /** @throws recording_not_found */
  async edit(userId: UserId, id: StreamId, edit: RecordingEdit): Promise<Recording> {
    return await this.#db.transact(async (tx) => {
      if (!(await repo.change(tx, userId, id, edit))) throw errors.recording_not_found();
      await publish(tx, streamChanged, { streamId: id, streamerId: userId });
      const row = await repo.findOne(tx, userId, id);
      if (row === undefined) throw errors.recording_not_found();
      return present(row, (await readSettings(tx)).recordingRetentionDays);
    });
  }

  /** @throws recording_not_found, recording_runs */
  async delete(userId: UserId, id: StreamId): Promise<void> {
    await this.#db.transact(async (tx) => {
      const row = await repo.findOne(tx, userId, id);
      if (row === undefined) throw errors.recording_not_found();
      if (row.state === 'recording') throw errors.recording_runs();
      await this.remove(tx, userId, id);
    });
  }

  /** Deletes a recording, and its files by a job. */
  async remove(tx: Writer, streamerId: UserId, id: StreamId): Promise<void> {
    if (!(await repo.remove(tx, id))) return;
    await this.#jobs.send(tx, deleteRecordingFiles, { streamId: id });
    await publish(tx, streamChanged, { streamId: id, streamerId });
  }

  async settings(userId: UserId): Promise<RecordingSettings> {
    return await this.#db.read(async (reader) => {
      const { recordingsEnabled, recordingRetentionDays, recordingQuotaGib } = await readSettings(reader);
      return {
        records: await repo.records(reader, userId),
        isEnabled: recordingsEnabled,
        retentionDays: recordingRetentionDays,
        usedBytes: await repo.usedBytes(reader, userId, null),
        quotaBytes: recordingQuotaGib === 0 ? null : recordingQuotaGib * GIB,
      };
    });
  }

  async setRecords(userId: UserId, records: boolean): Promise<RecordingSettings> {
    await this.#db.transact((tx) => repo.setRecords(tx, userId, records));
    return await this.settings(userId);
  }
}

function present({ startedAt, createdAt, ...row }: repo.OwnRecording, retentionDays: number): Recording {
  const ends = retentionDays === 0 ? null : new Date(createdAt.getTime() + retentionDays * DAY_MS);
  return { ...row, startedAt: startedAt.toISOString(), expiresAt: ends?.toISOString() ?? null };
}
