import { deleteCaptions, listCaptions, putCaptions } from '@tributary/contracts/recordings';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Captions } from './captions.service.ts';

export function captionsRoutes(app: FastifyInstance, captions: Captions): void {
  route(app, listCaptions, ({ params, caller }) => captions.list(caller.userId, params.id));
  route(app, putCaptions, ({ params: { id, language }, query: { label }, bytes, caller }) =>
    captions.save(caller.userId, id, { language, label }, bytes),
  );
  route(app, deleteCaptions, ({ params, caller }) =>
    captions.delete(caller.userId, params.id, params.language),
  );
}
