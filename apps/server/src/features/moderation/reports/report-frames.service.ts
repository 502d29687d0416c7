/** Keeps a frame of the reported content for admins, from the moment that the reporter saw. */
import type { ReportTarget } from '@tributary/contracts/moderation';
import type { StreamId } from '@tributary/contracts/shared';
import type { ClipsFeature } from '#features/clips/index.ts';
import type { Live } from '#features/live/index.ts';
import type { RecordingsFeature } from '#features/recordings/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { liveStreamReported } from '../moderation.events.ts';
import * as repo from './report-frames.repo.ts';
import { keepReportFrame } from './reports.jobs.ts';

/** Later reports of a case get no frame: many viewers report the same content. */
const FRAMES_PER_CASE = 5;

/** Within this time, the process that serves a stream has rendered a frame of it. */
const AFTER_LIVE_MS = 10_000;

export interface ReportFramesOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly live: {
    readonly thumbnails: Pick<Live['thumbnails'], 'renderNewest' | 'renderThumbnail' | 'stored'>;
  };
  readonly recordings: Pick<RecordingsFeature, 'keyframeAt'>;
  readonly clips: Pick<ClipsFeature, 'storedThumbnail'>;
}

export interface NewReportFrame {
  readonly reportId: string;
  readonly target: ReportTarget;
  /** The number of this report within its case, from 1. */
  readonly ordinal: number;
  /** Whether the stream is running, and the reporter watched it live. */
  readonly isLive: boolean;
}

export interface ReportFrames {
  /** Requests a frame once `tx` commits, from whichever process serves the stream. */
  request(tx: Writer, frame: NewReportFrame): Promise<void>;
  /** Keeps the current frame of a live stream, if this process serves it. */
  keepLive(reportId: string, streamId: StreamId): Promise<void>;
  /** Keeps a frame of a recording, or else the thumbnail. Idempotent. */
  keep(reportId: string): Promise<void>;
  find(reportId: string): Promise<Buffer | undefined>;
}

export function createReportFrames(options: ReportFramesOptions): ReportFrames {
  const { db, live, clips, recordings, jobs } = options;

  async function recorded(id: StreamId, positionMs: number): Promise<Uint8Array | null> {
    const keyframe = await recordings.keyframeAt(id, positionMs);
    return keyframe && (await live.thumbnails.renderThumbnail(keyframe));
  }

  async function insert(reportId: string, shows: repo.Shows, image: Uint8Array): Promise<void> {
    await db.transact((tx) => repo.insertFrame(tx, reportId, { shows, image }));
  }

  return {
    async request(tx, { reportId, target, ordinal, isLive }) {
      if (ordinal > FRAMES_PER_CASE || (target.kind !== 'stream' && target.kind !== 'clip')) return;
      if (target.kind === 'stream' && isLive)
        await publish(tx, liveStreamReported, { reportId, streamId: target.id });
      const startAfter = new Date(Date.now() + (isLive ? AFTER_LIVE_MS : 0));
      await jobs.send(tx, keepReportFrame, { reportId }, { startAfter });
    },
    async keepLive(reportId, streamId) {
      const image = await live.thumbnails.renderNewest(streamId);
      if (image !== null) await insert(reportId, 'moment', image);
    },
    async keep(reportId) {
      const report = await db.read((reader) => repo.findWithoutFrame(reader, reportId));
      if (report === undefined) return;
      const { target, positionMs } = report;
      if (target.kind === 'clip') {
        const image = await clips.storedThumbnail(target.id);
        if (image !== null) await insert(reportId, 'thumbnail', image);
      }
      if (target.kind !== 'stream') return;
      const moment = positionMs === null ? null : await recorded(target.id, positionMs);
      if (moment !== null) return await insert(reportId, 'moment', moment);
      const thumbnail = (await live.thumbnails.stored(target.id)) ?? (await recorded(target.id, 0));
      if (thumbnail !== null) await insert(reportId, 'thumbnail', thumbnail);
    },
    find: (reportId) => db.read((reader) => repo.findFrame(reader, reportId)),
  };
}
