import { openPlayback } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { PlaybackService } from './playback.service.ts';
import { GRANT_SECONDS } from './playback-grants.ts';

export function playbackRoutes(app: FastifyInstance, playback: PlaybackService): void {
  route(app, openPlayback, async ({ params, body, caller, request, reply }) => {
    const { cookie, url } = await playback.open(params.id, caller, request.headers.cookie, body.takeOver);
    reply.header('set-cookie', cookie);
    return { playbackUrl: url, expiresInSeconds: GRANT_SECONDS };
  });
}
