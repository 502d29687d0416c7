import { openPlayback } from '@tributary/contracts/live';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { PlaybackService } from './playback.service.ts';
import { GRANT_SECONDS } from './playback-grants.ts';

export function playbackRoutes(app: FastifyInstance, playback: PlaybackService): void {
  route(app, openPlayback, async ({ params, body, caller, request, reply }) => {
    const { cookie } = request.headers;
    const { cookies, ...urls } = await playback.open(params.id, caller, cookie, body.takeOver);
    reply.header('set-cookie', cookies);
    return { ...urls, expiresInSeconds: GRANT_SECONDS };
  });
}
