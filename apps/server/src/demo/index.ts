/** Demo: sixteen generated channels that are live all the time, a past for them, and accounts to try it with. */
import { join } from 'node:path';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { PublishTarget } from '#media/ports.ts';
import type { Database } from '#platform/db/index.ts';
import type { Feature } from '#platform/feature.ts';
import type { DemoClips } from './clips.ts';
import type { Clip } from './content/clip.ts';
import type { SceneName } from './content/scenes/index.ts';
import { LoopPlayer } from './loop-player.ts';
import { PEOPLE, type Person } from './people.ts';
import { pictureRoutes } from './pictures.routes.ts';
import { seedingRoutes } from './seed/seeding.routes.ts';
import { createSeeding } from './seed/seeding.ts';
import { type DemoSignIn, seedSignIns } from './sign-ins.ts';
import { openStills } from './stills.ts';
import { seedStreamer } from './streamers.ts';

export type { DemoClips } from './clips.ts';
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

export interface Demo extends Feature {
  /** Makes the accounts for trying the instance out. Idempotent. */
  signIns(): Promise<readonly DemoSignIn[]>;
  /** Puts each channel on the air as soon as its clip is there, and fills the instance. Call once publishers are let in. */
  start(publishTarget: PublishTarget): void;
}

/** On a production instance: refuses what the web app asks for once a load (spec section 7). */
export const noDemo: Feature = { name: 'demo', routes: (app) => seedingRoutes(app, null) };

export function createDemo(options: DemoOptions): Demo {
  const { db, users, channels, log, clips, dataDir } = options;
  const stills = openStills(dataDir, log);
  const made = new Map<Person, Promise<string>>();
  let player: LoopPlayer | null = null;
  let closed = false;

  /** Each at most once at a time: its channel and the seeding both ask for it. @returns the stream key */
  function ensure(person: Person): Promise<string> {
    const streamKey = made.get(person) ?? seedStreamer(person, { users, channels });
    made.set(person, streamKey);
    streamKey.catch(() => made.delete(person));
    return streamKey;
  }

  let accounts: Promise<readonly DemoSignIn[]> | null = null;
  function signIns(): Promise<readonly DemoSignIn[]> {
    accounts ??= seedSignIns({ file: join(dataDir, 'demo', 'sign-ins.json'), db, users, channels });
    return accounts;
  }

  const seeding = createSeeding({
    db,
    log,
    async ensurePeople() {
      await signIns();
      // One whose name a person has is not there; goOnAir has said so.
      for (const person of PEOPLE) if (!closed) await ensure(person).catch(() => undefined);
    },
  });

  /** What the web app asks for, without waiting for one. */
  async function fill(): Promise<void> {
    stills.draw();
    if (!closed) await seeding.users();
    if (!closed) await seeding.streams();
    if (!closed) await seeding.adminData();
  }

  function goOnAir(through: LoopPlayer, name: SceneName, clip: Clip, onAir: () => void): void {
    const index = PEOPLE.findIndex(({ scene }) => scene === name);
    const person = PEOPLE[index];
    if (!person) return;
    ensure(person)
      .then((streamKey) => {
        if (!closed) through.add({ clip, streamKey, phase: index / PEOPLE.length });
      })
      .catch((err: unknown) =>
        log.warn({ err, username: person.username }, 'A demo streamer could not be made'),
      )
      .finally(onAir);
  }

  return {
    name: 'demo',
    signIns,
    routes(app) {
      pictureRoutes(app, stills);
      seedingRoutes(app, seeding);
    },
    start(publishTarget) {
      const through = new LoopPlayer({ publishTarget, log });
      player = through;
      // Somebody waits for the first channel; the past can wait until it is on the air.
      const first = Promise.withResolvers<void>();
      void first.promise.then(fill);
      if (clips.count === 0) first.resolve();
      clips.take((name, clip) => goOnAir(through, name, clip, first.resolve));
    },
    // Takes the channels off the air.
    close() {
      closed = true;
      stills.close();
      player?.close();
    },
  };
}
