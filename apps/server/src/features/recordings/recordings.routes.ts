import {
  deleteRecording,
  getRecordingSettings,
  listRecordings,
  patchRecording,
  putRecordingSettings,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Recordings } from './recordings.service.ts';

export function recordingsRoutes(app: FastifyInstance, recordings: Recordings): void {
  route(app, listRecordings, ({ query, caller }) => recordings.page(caller.userId, query.cursor));
  route(app, patchRecording, ({ params, body, caller }) => recordings.edit(caller.userId, params.id, body));
  route(app, deleteRecording, ({ params, caller }) => recordings.delete(caller.userId, params.id));
  route(app, getRecordingSettings, ({ caller }) => recordings.settings(caller.userId));
  route(app, putRecordingSettings, ({ body, caller }) => recordings.setRecords(caller.userId, body.records));
}
