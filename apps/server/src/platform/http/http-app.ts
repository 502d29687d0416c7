/** Sets up Fastify with everything that all endpoints have in common. */
import type { InstanceInfo } from '@tributary/contracts/shared';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v7 as uuidv7 } from 'uuid';
import type { Log } from '../log/log.ts';
import { OpenLogContext } from '../log/log-context.ts';
import { type ViewerLimits, viewerLimits } from '../network/viewer-limits.ts';
import { type BrandingValues, plainBranding } from '../settings/index.ts';
import { createMemoryState, type SharedState } from '../shared-state/index.ts';
import type { Authenticator } from './access.ts';
import { clientAddress } from './listener/client-address.ts';
import type { HttpListener, RawHandler } from './listener/http-listener.ts';
import { installOpenApi } from './openapi.ts';
import { installOwnWrites } from './own-writes.ts';
import { handleError, installNotFound, refuseBytes } from './problems.ts';
import { installRateLimit } from './rate-limit.ts';
import { installOriginCheck, originCheck } from './security/origin.ts';
import { installSecurityHeaders } from './security/security-headers.ts';
import { installUploads } from './uploads.ts';
import type { FindPage } from './web-app/page.ts';
import { pageAddress } from './web-app/page-address.ts';
import { installWebApp, MAX_PARAM_LENGTH, routedUrl } from './web-app/web-app.ts';

export interface HttpAppOptions {
  readonly listener: HttpListener;
  readonly log: Log;
  readonly authenticator: Authenticator;
  readonly instanceName: string;
  /** The present branding. Without it, pages have that of the product under `instanceName`. */
  readonly branding?: () => BrandingValues;
  /** The properties that the web app reads first, which pages contain. */
  readonly instance?: () => Promise<InstanceInfo>;
  readonly version: string;
  readonly publicUrl: string;
  /** The origin from which browsers load media; null, the default: from `publicUrl`. */
  readonly mediaUrl?: string | null;
  /** The origins of mirrors that pages may load from. */
  readonly mirrors?: readonly string[];
  /** See `originCheck`. */
  readonly reachableByAddress?: boolean;
  readonly trustProxy: readonly string[];
  /** Counts requests for all processes of the instance. Without it, this process counts its own. */
  readonly sharedState?: SharedState;
  /** The limits; by default those of the default number of viewers. */
  readonly limits?: ViewerLimits;
  /** The key that hashes client addresses in the audit log. Without it none are recorded. */
  readonly addressKey?: string;
  /** The directory of the built web app. */
  readonly webRoot: string;
  /** The largest lag of a replica that answers reads; null, the default: there is none. */
  readonly replicaMaxLagMs?: number | null;
  /** The currency of the instance. */
  readonly currency?: () => Promise<string>;
  /** Finds metadata and initial data for a page of the web app. */
  readonly findPage?: FindPage;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds a handler that gets requests before the framework does. */
    addRaw(handler: RawHandler): void;
  }
  interface FastifyRequest {
    /** Names the request in the lines that services log for it. */
    logContext: OpenLogContext | null;
  }
}

const BODY_LIMIT_BYTES = 64 * 1024;

/** The pattern of a request's path for the log. Addresses of overlays and of links in mails are secrets. */
function patternOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? pageAddress(url.split('?', 1)[0] ?? '/')?.page ?? '(unknown address)';
}

/** Features add their routes to the returned app; then call `ready()` and open the listener. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { log, publicUrl } = options;
  const logger: FastifyBaseLogger = log;
  const app = fastify({
    serverFactory: (handler) => {
      options.listener.setApp(handler);
      return options.listener.server;
    },
    loggerInstance: logger,
    // The hooks below log requests instead.
    logController: new LogController({ disableRequestLogging: true }),
    // Requests share the logger, and its lines name them, since a logger for each request allocates 3.5 kB.
    childLoggerFactory: (shared) => shared,
    genReqId: () => uuidv7(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: routedUrl,
    clientErrorHandler: (error, socket) => refuseBytes(error.code, socket),
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.decorate('authenticator', options.authenticator);
  app.decorate('addressKey', options.addressKey ?? null);
  app.decorate('currency', options.currency ?? (async () => 'USD'));
  app.decorateRequest('logContext', null);
  installUploads(app);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.logContext = new OpenLogContext({ reqId: request.id });
    request.logContext.run(done);
  });
  // The body has been read meanwhile, whose events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.logContext === null) done();
    else request.logContext.run(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      { reqId: request.id, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      `${request.method} ${patternOf(request)}`,
    );
    request.logContext?.close();
  });
  await installSecurityHeaders(app, publicUrl, options.mediaUrl, options.mirrors);
  installOriginCheck(app, originCheck(options));
  const counters = (options.sharedState ?? createMemoryState()).store('http-requests');
  const { perMinute } = options.limits ?? viewerLimits();
  await installRateLimit(app, counters, perMinute, clientAddress(options.trustProxy));
  installOwnWrites(app, options.replicaMaxLagMs ?? null, publicUrl.startsWith('https:'));
  app.decorate('addRaw', (handler) => options.listener.addRaw(handler));
  await installOpenApi(app, { title: options.instanceName, version: options.version, publicUrl });
  const webApp = await installWebApp(app, {
    root: options.webRoot,
    branding: options.branding ?? (() => plainBranding(options.instanceName)),
    instance: options.instance ?? (async () => null),
    publicUrl,
    mediaUrl: options.mediaUrl ?? null,
    findPage: options.findPage ?? (async () => null),
  });
  installNotFound(app, webApp);
  return app;
}
