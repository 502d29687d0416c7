/** Keeps a frame of what was reported, at the moment that the person saw, for admins. */
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

/** Later reports of the same case show the same: many viewers report what breaks the rules. */
const FRAMES_PER_CASE = 5;

/** By then, the process that serves a stream has rendered a frame of it. */
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
  /** Which report of its case it is, beginning with 1. */
  readonly ordinal: number;
  /** The stream runs, and the person watched it live. */
  readonly isLive: boolean;
}

export class ReportFrames {
  readonly #options: ReportFramesOptions;

  constructor(options: ReportFramesOptions) {
    this.#options = options;
  }

  /** Has a frame kept once `tx` commits, in whichever process serves the stream. */
  async request(tx: Writer, { reportId, target, ordinal, isLive }: NewReportFrame): Promise<void> {
    if (ordinal > FRAMES_PER_CASE || (target.kind !== 'stream' && target.kind !== 'clip')) return;
    if (target.kind === 'stream' && isLive)
      await publish(tx, liveStreamReported, { reportId, streamId: target.id });
    const startAfter = new Date(Date.now() + (isLive ? AFTER_LIVE_MS : 0));
    await this.#options.jobs.send(tx, keepReportFrame, { reportId }, { startAfter });
  }

  /** Keeps what a live stream shows now, where this process serves it. */
  async keepLive(reportId: string, streamId: StreamId): Promise<void> {
    const image = await this.#options.live.thumbnails.renderNewest(streamId);
    if (image !== null) await this.#insert(reportId, 'moment', image);
  }

  /** Keeps a frame of a recording, or else the thumbnail. Idempotent. */
  async keep(reportId: string): Promise<void> {
    const { db, live, clips } = this.#options;
    const report = await db.read((reader) => repo.findWithoutFrame(reader, reportId));
    if (report === undefined) return;
    const { target, positionMs } = report;
    if (target.kind === 'clip') {
      const image = await clips.storedThumbnail(target.id);
      if (image !== null) await this.#insert(reportId, 'thumbnail', image);
    }
    if (target.kind !== 'stream') return;
    const moment = positionMs === null ? null : await this.#recorded(target.id, positionMs);
    if (moment !== null) return await this.#insert(reportId, 'moment', moment);
    const thumbnail = (await live.thumbnails.stored(target.id)) ?? (await this.#recorded(target.id, 0));
    if (thumbnail !== null) await this.#insert(reportId, 'thumbnail', thumbnail);
  }

  find(reportId: string): Promise<Buffer | undefined> {
    return this.#options.db.read((reader) => repo.findFrame(reader, reportId));
  }

  async #recorded(id: StreamId, positionMs: number): Promise<Uint8Array | null> {
    const { live, recordings } = this.#options;
    const keyframe = await recordings.keyframeAt(id, positionMs);
    return keyframe && (await live.thumbnails.renderThumbnail(keyframe));
  }

  async #insert(reportId: string, shows: repo.Shows, image: Uint8Array): Promise<void> {
    await this.#options.db.transact((tx) => repo.insertFrame(tx, reportId, { shows, image }));
  }
}
