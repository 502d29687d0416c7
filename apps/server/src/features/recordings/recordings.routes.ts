import {
  deleteRecording,
  deleteRecordingThumbnail,
  getRecording,
  getRecordingSettings,
  listDeletedRecordings,
  listRecordings,
  patchRecording,
  purgeRecording,
  putRecordingSettings,
  putRecordingThumbnail,
  recordMyStream,
  restoreRecording,
} from '@tributary/contracts/recordings';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { RecordingPolicies } from './recorder/recording-policy.service.ts';
import type { Recordings } from './recordings.service.ts';
import type { RecordingThumbnails } from './thumbnails/recording-thumbnails.service.ts';

export function recordingsRoutes(
  app: FastifyInstance,
  recordings: Recordings,
  policies: RecordingPolicies,
  thumbnails: RecordingThumbnails,
): void {
  route(app, listRecordings, ({ query: { cursor, order }, caller }) =>
    recordings.page(caller.userId, { isDeleted: false, order, cursor }),
  );
  route(app, getRecording, ({ params, caller }) => recordings.one(caller.userId, params.id));
  route(app, patchRecording, ({ params, body, caller }) => recordings.edit(caller.userId, params.id, body));
  route(app, putRecordingThumbnail, async ({ params, bytes, caller }) => {
    await thumbnails.set(caller.userId, params.id, bytes);
    return await recordings.one(caller.userId, params.id);
  });
  route(app, deleteRecordingThumbnail, async ({ params, caller }) => {
    await thumbnails.set(caller.userId, params.id, null);
    return await recordings.one(caller.userId, params.id);
  });
  route(app, deleteRecording, ({ params, caller }) => recordings.delete(caller.userId, params.id));
  route(app, listDeletedRecordings, ({ query: { cursor }, caller }) =>
    recordings.page(caller.userId, { isDeleted: true, cursor }),
  );
  route(app, restoreRecording, ({ params, caller }) => recordings.restore(caller.userId, params.id));
  route(app, purgeRecording, ({ params, caller }) => recordings.purge(caller.userId, params.id));
  route(app, recordMyStream, ({ caller }) => policies.recordRunning(caller.userId));
  route(app, getRecordingSettings, ({ caller }) => policies.settings(caller.userId));
  route(app, putRecordingSettings, ({ body, caller }) => policies.setPolicy(caller.userId, body.records));
}
