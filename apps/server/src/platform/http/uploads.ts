/** Accepts images and captions as bodies, up to the endpoint's limit, on endpoints that declare an upload. */
import { errorCodes, type FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types that the route accepts as a file; set by `route` for `upload` endpoints. */
    readonly uploadTypes?: readonly string[];
  }
}

export function installUploads(app: FastifyInstance): void {
  app.addContentTypeParser(/^(?:image\/|text\/vtt)/, { parseAs: 'buffer' }, (request, body, done) => {
    const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    const isAccepted = request.routeOptions.config.uploadTypes?.includes(type.trim().toLowerCase());
    if (isAccepted) done(null, body);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
  });
}
