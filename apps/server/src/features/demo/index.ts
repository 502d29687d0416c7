/** Demo: sixteen generated channels that are live all the time, and accounts to try the instance with. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { PublishDoor } from '#media/ports.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Clip } from './content/clip.ts';
import { type ClipLibrary, openClipLibrary } from './content/library.ts';
import type { SceneName } from './content/scenes/index.ts';
import { LoopPlayer } from './loop-player.ts';
import { PEOPLE, type Person } from './people.ts';
import { portrait } from './portrait.ts';
import { type DemoSignIn, seedSignIns } from './sign-ins.ts';

export type { DemoSignIn } from './sign-ins.ts';

export interface DemoOptions {
  /** The configuration's `demo`: on any other instance `createDemo` refuses. */
  readonly demo: boolean;
  /** The instance's data directory; the demo keeps to `demo/` in it. */
  readonly dataDir: string;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly log: Log;
}

export interface Demo {
  /** Makes the accounts for trying the instance out. Idempotent. */
  signIns(): Promise<readonly DemoSignIn[]>;
  /** Portraits of the demo streamers, `/demo/portraits/{username}.svg`. */
  routes(app: FastifyInstance): void;
  /** Puts each channel on the air as soon as its clip is there. Call once publishers are let in. */
  start(door: PublishDoor): void;
  /** Takes the channels off the air and stops rendering. */
  close(): Promise<void>;
}

/** @throws Error on an instance that is not a demo */
export function createDemo(options: DemoOptions): Demo {
  if (!options.demo)
    throw new Error('Demo channels are for demo instances alone; this is a production instance.');
  const { db, users, channels, log } = options;
  const directory = join(options.dataDir, 'demo');
  const ready = new Map<SceneName, Clip>();
  let player: LoopPlayer | null = null;
  let closed = false;

  // Rendering begins at once: the first clip is made while the rest of the instance starts.
  const library: ClipLibrary = openClipLibrary({
    directory: join(directory, 'clips'),
    names: PEOPLE.map(({ scene }) => scene),
    log,
    onReady(name, clip) {
      if (player) goOnAir(player, name, clip);
      else ready.set(name, clip);
    },
  });

  function goOnAir(through: LoopPlayer, name: SceneName, clip: Clip): void {
    const index = PEOPLE.findIndex(({ scene }) => scene === name);
    const person = PEOPLE[index];
    if (!person) return;
    seedStreamer(person, { db, users, channels })
      .then((streamKey) => {
        if (!closed) through.add({ clip, streamKey, phase: index / PEOPLE.length });
      })
      .catch((err: unknown) =>
        log.warn({ err, username: person.username }, 'A demo streamer could not be made'),
      );
  }

  return {
    signIns: () => seedSignIns({ file: join(directory, 'sign-ins.json'), db, users, channels }),
    routes: portraitRoutes,
    start(door) {
      player = new LoopPlayer({ door, log });
      for (const [name, clip] of ready) goOnAir(player, name, clip);
      ready.clear();
    },
    async close() {
      closed = true;
      player?.close();
      await library.close();
    },
  };
}

/** Makes the streamer where there is none yet. @returns the stream key */
async function seedStreamer(
  { username, displayName, bio, title, category }: Person,
  { users, channels }: Pick<DemoOptions, 'db' | 'users' | 'channels'>,
): Promise<string> {
  // By address, not by name: somebody else may have taken the name, and that account is not the demo's.
  const email = `${username}@demo.example`;
  const existing = await users.findByEmail(email);
  const password = randomBytes(24).toString('base64url');
  const id = existing?.id ?? (await users.create({ username, displayName, email, password })).id;
  if (!existing?.avatarUrl)
    await users.editProfile(id, { displayName, bio, avatarUrl: `/demo/portraits/${username}.svg` });
  await channels.upgrade(id);
  if ((await channels.settings(id)).title !== title) await channels.putSettings(id, { title, category });
  return (await channels.ingestAccess(id)).streamKey;
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
