import type { FastifyReply } from 'fastify';
import type { StoredObject } from '../../storage/index.ts';

/** Streams a file, immutable unless the reply has other cache control; 404 without one. */
export function sendStoredFile(reply: FastifyReply, object: StoredObject | null): FastifyReply {
  if (object === null) {
    reply.callNotFound();
    return reply;
  }
  if (object.contentType !== null) reply.type(object.contentType);
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', 'public, max-age=31536000, immutable');
  }
  return reply.header('content-length', object.size).send(object.stream);
}
