/** Clips: short parts of streams that viewers cut out and share. */
import type { Live } from '#features/live/index.ts';
import { type RecordingsFeature, recordingRemoving } from '#features/recordings/index.ts';
import { type Feature, onHook } from '#platform/feature.ts';
import { RETRIES_FOR_A_WEEK, work } from '#platform/jobs/index.ts';
import { deleteFolder } from '#platform/storage/index.ts';
import { clipDeliveryRoutes } from './clip-delivery.routes.ts';
import { findPermission } from './clip-permissions.repo.ts';
import { deleteClipFiles } from './clips.jobs.ts';
import { findAllWith, findPeople, sumBytes } from './clips.repo.ts';
import { clipsRoutes } from './clips.routes.ts';
import { type Clips, type ClipsOptions, createClipsService, folderOf } from './clips.service.ts';

export { findClip } from './clips.repo.ts';

export interface ClipsFeatureOptions extends ClipsOptions {
  readonly recordings: ClipsOptions['recordings'] & Pick<RecordingsFeature, 'countClipsWith'>;
  readonly live: Pick<Live, 'playback' | 'thumbnails'>;
}

export interface ClipsFeature extends Feature {
  /** Deletes a clip on behalf of an admin. Idempotent. */
  remove: Clips['remove'];
  readonly create: Clips['create'];
  storedThumbnail: Clips['storedThumbnail'];
}

export function createClips(options: ClipsFeatureOptions): ClipsFeature {
  const { db, storage } = options;
  const clips = createClipsService(options);
  options.recordings.countClipsWith(sumBytes);
  return {
    name: 'clips',
    remove: (tx, id) => clips.remove(tx, id),
    storedThumbnail: (id) => clips.storedThumbnail(id),
    create: (caller, streamId, clip) => clips.create(caller, streamId, clip),
    routes(app) {
      clipsRoutes(app, clips);
      clipDeliveryRoutes(app, options);
    },
    jobs: [
      work(
        deleteClipFiles,
        async ({ clipId }, signal) => {
          if (await db.read((reader) => findPeople(reader, clipId))) return;
          await deleteFolder(storage, folderOf(clipId), signal);
        },
        { retries: RETRIES_FOR_A_WEEK },
      ),
    ],
    subscriptions: [onHook(recordingRemoving, (tx, { streamId }) => clips.deleteWithRecording(tx, streamId))],
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        clips: await findAllWith(reader, userId),
        clipSettings: { allowedTo: await findPermission(reader, userId) },
      })),
    deleteUserData: (tx, userId) => clips.deleteAllWith(tx, userId),
  };
}
