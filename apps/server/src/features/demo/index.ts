/** Demo: sixteen generated channels that are live all the time, and accounts to try the instance with. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { PublishDoor } from '#media/ports.ts';
import type { Database } from '#platform/db/index.ts';
import type { DemoClips } from './clips.ts';
import type { Clip } from './content/clip.ts';
import type { SceneName } from './content/scenes/index.ts';
import { LoopPlayer } from './loop-player.ts';
import { PEOPLE } from './people.ts';
import { portrait } from './portrait.ts';
import { type DemoSignIn, seedSignIns } from './sign-ins.ts';
import { seedStreamer } from './streamers.ts';

export { type DemoClips, openDemoClips } from './clips.ts';
export type { DemoSignIn } from './sign-ins.ts';

/** What the demo needs of a logger; the instance's has this shape. */
export interface DemoLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface DemoOptions {
  /** The instance's data directory; the demo keeps to `demo/` in it. */
  readonly dataDir: string;
  readonly clips: DemoClips;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly log: DemoLog;
}

export interface Demo {
  /** Makes the accounts for trying the instance out. Idempotent. */
  signIns(): Promise<readonly DemoSignIn[]>;
  /** Portraits of the demo streamers, `/demo/portraits/{username}.svg`. */
  routes(app: FastifyInstance): void;
  /** Puts each channel on the air as soon as its clip is there. Call once publishers are let in. */
  start(door: PublishDoor): void;
  /** Takes the channels off the air. */
  close(): void;
}

export function createDemo(options: DemoOptions): Demo {
  const { db, users, channels, log } = options;
  let player: LoopPlayer | null = null;
  let closed = false;

  function goOnAir(through: LoopPlayer, name: SceneName, clip: Clip): void {
    const index = PEOPLE.findIndex(({ scene }) => scene === name);
    const person = PEOPLE[index];
    if (!person) return;
    seedStreamer(person, { users, channels })
      .then((streamKey) => {
        if (!closed) through.add({ clip, streamKey, phase: index / PEOPLE.length });
      })
      .catch((err: unknown) =>
        log.warn({ err, username: person.username }, 'A demo streamer could not be made'),
      );
  }

  return {
    signIns: () => seedSignIns({ file: join(options.dataDir, 'demo', 'sign-ins.json'), db, users, channels }),
    routes: portraitRoutes,
    start(door) {
      const through = new LoopPlayer({ door, log });
      player = through;
      options.clips.take((name, clip) => goOnAir(through, name, clip));
    },
    close() {
      closed = true;
      player?.close();
    },
  };
}

function portraitRoutes(app: FastifyInstance): void {
  const portraits = new Map(PEOPLE.map(({ username, look }) => [`${username}.svg`, portrait(look)]));
  app.get<{ Params: { file: string } }>(
    '/demo/portraits/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const picture = portraits.get(request.params.file);
      if (!picture) return reply.callNotFound();
      return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(picture);
    },
  );
}
