import { getRecordingTrim, putRecordingTrim, splitRecording } from '@tributary/contracts/recordings';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Recordings } from '../recordings.service.ts';
import type { Trimming } from './trimming.service.ts';

export function trimmingRoutes(
  app: FastifyInstance,
  trimming: Trimming,
  recordings: Pick<Recordings, 'one'>,
): void {
  route(app, getRecordingTrim, ({ params, caller }) => trimming.one(caller.userId, params.id));
  route(app, putRecordingTrim, async ({ params, body, caller }) => {
    await trimming.trim(caller.userId, params.id, body.kept, body.isExact);
    return await recordings.one(caller.userId, params.id);
  });
  route(app, splitRecording, async ({ params, body, caller }) =>
    recordings.one(caller.userId, await trimming.split(caller.userId, params.id, body.atMs, body.isExact)),
  );
}
