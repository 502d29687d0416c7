import {
  clearWatched,
  deleteSaved,
  deleteWatched,
  getSaved,
  getViewerOverview,
  getWatchPosition,
  listContinue,
  listSaved,
  listWatched,
  putSaved,
  putWatchPosition,
  type ViewerOverview,
} from '@tributary/contracts/library';
import type { UserId } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { WatchHistory } from './history/history.service.ts';
import type { Saved } from './saved/saved.service.ts';

export interface LibraryParts {
  readonly saved: Saved;
  readonly history: WatchHistory;
  overviewOf(userId: UserId): Promise<ViewerOverview>;
}

export function libraryRoutes(app: FastifyInstance, { saved, history, overviewOf }: LibraryParts): void {
  route(app, listSaved, ({ query, caller }) => saved.page(caller.userId, query.cursor));
  route(app, getSaved, ({ params, caller }) => saved.has(caller.userId, params.id));
  route(app, putSaved, ({ params, caller }) => saved.add(caller.userId, params.id));
  route(app, deleteSaved, ({ params, caller }) => saved.remove(caller.userId, params.id));

  route(app, listWatched, ({ query, caller }) => history.page(caller.userId, query.cursor));
  route(app, listContinue, ({ caller }) => history.unfinished(caller.userId));
  route(app, getWatchPosition, ({ params, caller }) => history.position(caller.userId, params.id));
  route(app, putWatchPosition, ({ params, body, caller }) =>
    history.setPosition(caller.userId, params.id, body.positionMs),
  );
  route(app, deleteWatched, ({ params, caller }) => history.remove(caller.userId, params.id));
  route(app, clearWatched, ({ caller }) => history.clear(caller.userId));

  route(app, getViewerOverview, ({ caller }) => overviewOf(caller.userId));
}
