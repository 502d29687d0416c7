/** Recordings: what live streams were, stored and played after their end. */
import { join } from 'node:path';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { ChannelsFeature } from '#features/channels/index.ts';
import { type Live, streamChanged, streamEnded } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { type Feature, on } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Images } from '#platform/images/index.ts';
import { type Jobs, RETRIES_FOR_A_DAY, RETRIES_FOR_A_WEEK, repeat, work } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { gauge } from '#platform/metrics/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import { findMedia } from './access/audience.repo.ts';
import { createRecordingAccess, createRecordingAudiences } from './access/recording-access.ts';
import * as captionsRepo from './captions/captions.repo.ts';
import { captionsRoutes } from './captions/captions.routes.ts';
import { createCaptions } from './captions/captions.service.ts';
import { captionsDeliveryRoutes } from './captions/captions-delivery.routes.ts';
import { createCaptionsThread } from './captions/captions-thread.ts';
import { recordingDeliveryRoutes } from './delivery/recording-delivery.routes.ts';
import { downloadRoutes } from './download/download.routes.ts';
import { createDownloadSizes } from './download/download-sizes.ts';
import { createMovieStore } from './download/movie-store.ts';
import { findAllOwn } from './editing/own-recordings.repo.ts';
import { type CutExcerpt, createExcerpts } from './excerpts/excerpts.ts';
import { createKeyframes, type KeyframeAt } from './excerpts/keyframes.ts';
import { type AddRecording, createPastRecordings } from './files/past-recordings.ts';
import { type CountClipBytes, createQuota } from './files/quota.ts';
import { createRecordingStore } from './files/recording-store.ts';
import { makingLadders } from './ladders/ladders.jobs.ts';
import { createLadders } from './ladders/ladders.service.ts';
import { createStreamRecorder } from './recorder/recorder.service.ts';
import { findPolicy } from './recorder/recording-policy.repo.ts';
import { createRecordingPolicies } from './recorder/recording-policy.service.ts';
import { recordingRequested } from './recordings.events.ts';
import {
  deleteRecordingFiles,
  deleteThumbnails,
  deleteTrimFiles,
  expireRecordings,
  finishRecording,
  finishRecordings,
  makeRecordingStoryboard,
  measureDownload,
  moveThumbnail,
  publishRecording,
  trimExactly,
} from './recordings.jobs.ts';
import {
  recordingExpires,
  recordingStopped,
  recordingToKeep,
  uploadFailed,
  uploadReady,
} from './recordings.notifications.ts';
import { isMediaUsed } from './recordings.repo.ts';
import { recordingsRoutes } from './recordings.routes.ts';
import { createRecordingsService, type OffersTiers, type Recordings } from './recordings.service.ts';
import { purgeExpired } from './retention/retention.service.ts';
import { createStoryboards } from './storyboards/storyboards.service.ts';
import { streamRecordings } from './stream-recordings.repo.ts';
import { createRecordingThumbnails } from './thumbnails/recording-thumbnails.service.ts';
import { trimmingRoutes } from './trimming/trimming.routes.ts';
import { createTrimming } from './trimming/trimming.service.ts';
import type { TusServer } from './uploads/tus-server.ts';
import { purgeExpiredUploads } from './uploads/upload-expiry.service.ts';
import { createUploadFiles } from './uploads/upload-files.ts';
import { createUploadProcessor } from './uploads/upload-processing.service.ts';
import { createUploadQueue } from './uploads/upload-queue.service.ts';
import { expireUploads, processSmallUploads, processUploads, wakeUploads } from './uploads/uploads.jobs.ts';
import { findOwn as findUploads } from './uploads/uploads.repo.ts';
import { uploadsRoutes } from './uploads/uploads.routes.ts';
import { createUploads } from './uploads/uploads.service.ts';
import { createRecordingViews } from './views/recording-views.service.ts';

export { cacheControl } from './access/cache-control.ts';
export { viewsOf } from './editing/watch-figures.repo.ts';
export { isRecordingFile } from './excerpts/excerpts.ts';
export { RESERVED_BYTES } from './recorder/stream-recording.ts';
export { recordingRemoving, recordingTrimmed } from './recordings.events.ts';

export interface RecordingsOptions {
  readonly publicUrl: string;
  /** The origin of media on another host; null: this instance sends it itself. */
  readonly mediaUrl: string | null;
  readonly db: Database;
  /** Writes of running streams, which continue on a nearly full disk. */
  readonly criticalDb: Database;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly storage: Storage;
  /** Stored media that is watched takes an eighth of the memory of live media. */
  readonly media: { readonly memoryBytes: number };
  readonly images: Pick<Images, 'store' | 'copy' | 'claim' | 'release' | 'discard'>;
  readonly hooks: Pick<Hooks, 'run'>;
  /** Null where the storage is not on this machine. */
  readonly storageDisk: DiskSpace | null;
  /** Uploads are here until they are processed. */
  readonly dataDir: string;
  readonly diskSpace: DiskSpace;
  readonly channels: Pick<ChannelsFeature, 'settings'>;
  readonly live: Pick<
    Live,
    'spareCores' | 'showRecordingsWith' | 'lifecycle' | 'presence' | 'playback' | 'thumbnails' | 'forward'
  >;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly sharedState: SharedState;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

const MAX_CACHED_BYTES = 128 * 1024 ** 2;

const EXPIRY_HOURS = 1;
const FINISH_HOURS = 1 / 12;
const WAKE_HOURS = 1 / 60;

/** Large uploads that a process imports at once. Each channel has one, so that no channel holds up the others. */
const LARGE_UPLOADS = 2;

export interface RecordingsFeature extends Feature {
  readonly cutExcerpt: CutExcerpt;
  readonly keyframeAt: KeyframeAt;
  /** Adds the recording of a past stream. */
  readonly add: AddRecording;
  readonly edit: Recordings['edit'];
  /** The bytes that clips of a channel may still take; infinite without a quota. */
  roomForClips(streamerId: UserId): Promise<number>;
  /** Called by the feature that makes clips, which count toward the quota of their channel. */
  countClipsWith(count: CountClipBytes): void;
  /** Called with what tells whether a channel has tiers, so that it can have recordings for subscribers. */
  checkTiersWith(offersTiers: OffersTiers): void;
}

export function createRecordings(options: RecordingsOptions): RecordingsFeature {
  const { db, log, jobs, storage, live } = options;
  const store = createRecordingStore(storage, Math.min(MAX_CACHED_BYTES, options.media.memoryBytes / 8));
  const quota = createQuota();
  const thumbnails = createRecordingThumbnails(options);
  const recordings = createRecordingsService({ ...options, thumbnails });
  const audiences = createRecordingAudiences(db);
  const storyboards = createStoryboards({ ...options, store });
  const movies = createMovieStore(storage, store);
  const downloadSizes = createDownloadSizes({ ...options, store, movies });
  const files = createUploadFiles(join(options.dataDir, 'uploads'), options.diskSpace);
  const uploads = createUploads(db, jobs, files, quota);
  const processor = createUploadProcessor({ ...options, quota, store, files, storyboards });
  const uploadQueue = createUploadQueue({ ...options, processor });
  const recorder = createStreamRecorder({
    ...options,
    quota,
    store,
    storyboards,
    diskSpace: options.storageDisk,
  });
  const trimming = createTrimming({ ...options, quota, store, recorder, storyboards });
  const ladders = createLadders({ ...options, store });
  const { spareCores } = live;
  const ladderMaking = spareCores.isOn
    ? makingLadders(ladders, spareCores.cores)
    : { subscriptions: [], jobs: [] };
  live.showRecordingsWith(streamRecordings);
  live.lifecycle.onServed((stream) => recorder.record(stream));

  const played = { store, recorder, mediaOf: (id: StreamId) => db.read((reader) => findMedia(reader, id)) };
  const thread = createCaptionsThread();
  const views = createRecordingViews(options);
  let tus: Promise<TusServer> | undefined;
  /** Loads the server of tus with the first upload. */
  const openTus = () => {
    tus ??= import('./uploads/tus-server.ts').then((module) => module.createTusServer(uploads, files));
    return tus;
  };
  live.presence.onWatching((tab, streamId) => views.watching(tab, streamId));

  return {
    name: 'recordings',
    metrics: [
      gauge('tributary_recordings_running', 'Streams that this process records.', () => recorder.count()),
    ],
    cutExcerpt: createExcerpts({ ...played, storage }),
    keyframeAt: createKeyframes(played),
    add: createPastRecordings({ db, store }),
    edit: (userId, id, edit) => recordings.edit(userId, id, edit),
    roomForClips: (streamerId) => db.read((reader) => quota.roomForClips(reader, streamerId)),
    countClipsWith: (count) => quota.countClipsWith(count),
    checkTiersWith: (offersTiers) => recordings.checkTiersWith(offersTiers),
    routes(app) {
      recordingsRoutes(app, recordings, createRecordingPolicies(db, quota), thumbnails);
      trimmingRoutes(app, trimming, recordings);
      captionsRoutes(app, createCaptions(db, thread, quota));
      uploadsRoutes(app, uploads, openTus);
      const access = createRecordingAccess(
        (request) => app.authenticator.authenticate(request),
        audiences,
        live.playback,
      );
      const pagesOrigin = options.mediaUrl === null ? null : new URL(options.publicUrl).origin;
      recordingDeliveryRoutes(app, { access, store, recorder, live, pagesOrigin });
      captionsDeliveryRoutes(app, { db, log, thread, access });
      downloadRoutes(app, movies, access);
    },
    notifications: [recordingStopped, recordingToKeep, recordingExpires, uploadReady, uploadFailed],
    subscriptions: [
      on(streamChanged, async ({ streamId }) => audiences.changed(streamId)),
      on(recordingRequested, ({ streamId }) => {
        const stream = live.lifecycle.served(streamId);
        if (stream !== undefined) recorder.record(stream);
      }),
      ...ladderMaking.subscriptions,
      on(streamEnded, ({ streamId, reason }) => recorder.onStreamEnded(streamId, reason === 'lost')),
    ],
    jobs: [
      work(finishRecording, ({ streamId }) => recorder.finish(streamId)),
      work(publishRecording, ({ streamId, publishAt }) =>
        recordings.publishScheduled(streamId, new Date(publishAt)),
      ),
      ...ladderMaking.jobs,
      work(makeRecordingStoryboard, ({ streamId }, signal) => storyboards.make(streamId, signal), {
        isHeavy: true,
      }),
      work(measureDownload, ({ streamId }, signal) => downloadSizes.measure(streamId, signal), {
        maxHours: 4,
      }),
      work(processUploads, (_data, signal) => uploadQueue.processNext('large', signal), {
        isHeavy: true,
        concurrency: LARGE_UPLOADS,
        maxHours: 23,
        retries: RETRIES_FOR_A_DAY,
      }),
      work(processSmallUploads, (_data, signal) => uploadQueue.processNext('small', signal), {
        isHeavy: true,
        retries: RETRIES_FOR_A_DAY,
      }),
      repeat(wakeUploads, WAKE_HOURS, () => uploadQueue.wake()),
      repeat(expireUploads, EXPIRY_HOURS, (signal) => purgeExpiredUploads({ ...options, files }, signal)),
      work(moveThumbnail, ({ streamId, url }) => thumbnails.move(streamId, url)),
      work(
        deleteThumbnails,
        ({ streamId, streamerId, url }) => thumbnails.delete({ streamId, streamerId, url }),
        { retries: RETRIES_FOR_A_WEEK },
      ),
      work(
        deleteRecordingFiles,
        async ({ streamId }, signal) => {
          if (!(await db.read((reader) => isMediaUsed(reader, streamId))))
            await store.delete(streamId, signal);
        },
        { retries: RETRIES_FOR_A_WEEK },
      ),
      work(
        trimExactly,
        ({ streamId, revision }, signal) => trimming.trimExactly(streamId, revision, signal),
        { isHeavy: true, retries: RETRIES_FOR_A_DAY },
      ),
      work(
        deleteTrimFiles,
        ({ mediaId, revision }, signal) => trimming.deleteUnused(mediaId, revision, signal),
        { retries: RETRIES_FOR_A_WEEK },
      ),
      repeat(finishRecordings, FINISH_HOURS, () => recorder.finishAll()),
      repeat(expireRecordings, EXPIRY_HOURS, async (signal) => {
        await storyboards.requestMissing();
        await downloadSizes.requestMissing();
        await trimming.failStuck(signal);
        await purgeExpired({ ...options, recordings }, signal);
      }),
    ],
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        recordings: await findAllOwn(reader, userId),
        captions: await captionsRepo.findAllOwn(reader, userId),
        uploads: await findUploads(reader, userId),
        recordingSettings: { records: await findPolicy(reader, userId) },
      })),
    close: () => views.close(),
    async deleteUserData(tx, userId) {
      const owned = await findAllOwn(tx, userId);
      for (const streamId of new Set(owned.map(({ mediaId }) => mediaId))) {
        await jobs.send(tx, deleteRecordingFiles, { streamId });
      }
    },
  };
}
