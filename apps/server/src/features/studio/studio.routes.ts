import {
  addStreamMarker,
  deleteStreamMarker,
  getStreamResults,
  listStreamMarkers,
  renameStreamMarker,
} from '@tributary/contracts/studio';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Markers } from './markers.service.ts';
import type { ResultsOf } from './results.service.ts';

export function studioRoutes(app: FastifyInstance, markers: Markers, resultsOf: ResultsOf): void {
  route(app, addStreamMarker, ({ caller, body }) => markers.add(caller.userId, body.label));
  route(app, listStreamMarkers, async ({ caller, params }) => ({
    markers: await markers.list(caller.userId, params.id),
  }));
  route(app, renameStreamMarker, ({ caller, params, body }) =>
    markers.rename(caller.userId, params.id, params.markerId, body.label),
  );
  route(app, deleteStreamMarker, ({ caller, params }) =>
    markers.remove(caller.userId, params.id, params.markerId),
  );
  route(app, getStreamResults, ({ caller, params }) => resultsOf(caller.userId, params.id));
}
