/** Generates the OpenAPI 3.1 document from the registered endpoints. */
import swagger from '@fastify/swagger';
import { problem } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

export const OPENAPI_PATH = '/api/openapi.json';

/** Must be called before the routes that it should list are registered. */
export async function installOpenApi(
  app: FastifyInstance,
  about: { title: string; version: string; publicUrl: string },
): Promise<void> {
  const schemaRegistry = z.registry<{ id?: string }>();
  schemaRegistry.add(problem, { id: 'Problem' });
  const describeComponents = createJsonSchemaTransformObject({ schemaRegistry });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: about.title,
        version: about.version,
        description: 'Every error is an RFC 9457 problem document with a stable `code`.',
      },
      servers: [{ url: about.publicUrl }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'Set by signing in',
          },
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'From `POST /api/auth/token`, valid for ten minutes',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: (document) => {
      const whole = describeComponents(document);
      // Problems are responses only, so their input schema is unused.
      if ('components' in whole) delete whole.components?.schemas?.ProblemInput;
      return whole;
    },
  });
  let document: string | undefined;
  app.get(OPENAPI_PATH, { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json').header('cache-control', 'no-cache').send(document);
  });
}
