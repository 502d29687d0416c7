/** Bodies that are files: read whole, no longer than their endpoint says, and taken by no other. */
import { errorCodes, type FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types that a route takes as a file; `route` sets it for `upload` endpoints. */
    readonly uploadTypes?: readonly string[];
  }
}

export function installUploads(app: FastifyInstance): void {
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    const taken = request.routeOptions.config.uploadTypes?.includes(type.trim().toLowerCase());
    if (taken) done(null, body);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
  });
}
