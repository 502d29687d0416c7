/** Demo content: sixteen generated channels that are always live, with past streams and recordings, and accounts. */
import { join } from 'node:path';
import { PEOPLE, type Person } from '@tributary/demo-content/people';
import type { SceneName } from '@tributary/demo-content/scenes';
import type { Channels } from '#features/channels/index.ts';
import type { ChatFeature } from '#features/chat/index.ts';
import type { ClipsFeature } from '#features/clips/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { RecordingsFeature } from '#features/recordings/index.ts';
import type { PublishTarget } from '#media/ports.ts';
import type { Database } from '#platform/db/index.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import type { Feature } from '#platform/feature.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { DemoConversations } from './chat/conversations.ts';
import type { DemoClips } from './clips.ts';
import type { Clip } from './content/clip.ts';
import { enableDemoAccounts } from './demo-accounts.ts';
import { imageRoutes } from './images.routes.ts';
import { LoopPlayer } from './loop-player.ts';
import { repeatPaidEvent } from './paid-event.ts';
import { recordPast } from './recordings/recorded-past.ts';
import { seedingRoutes } from './seed/seeding.routes.ts';
import { createSeeding } from './seed/seeding.ts';
import { type DemoSignIn, seedSignIns } from './sign-ins.ts';
import { openStills } from './stills.ts';
import { seedStreamer } from './streamers.ts';

export type { DemoClips } from './clips.ts';
export { disableDemoAccounts } from './demo-accounts.ts';
export type { DemoSignIn } from './sign-ins.ts';

/** The part of the instance's logger that the demo uses. */
export interface DemoLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface DemoOptions {
  /** The instance's data directory; the demo uses `demo/` in it. */
  readonly dataDir: string;
  readonly demoClips: DemoClips;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly recordings: Pick<RecordingsFeature, 'add' | 'edit'>;
  readonly clips: Pick<ClipsFeature, 'create'>;
  /** Null: the files of recordings are not on this machine. */
  readonly storageDisk: DiskSpace | null;
  readonly chat: Pick<ChatFeature, 'send'>;
  readonly realtime: Pick<Realtime, 'keys'>;
  readonly log: DemoLog;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

export interface Demo extends Feature {
  /** Creates the accounts for visitors to sign in with. Idempotent. */
  signIns(): Promise<readonly DemoSignIn[]>;
  /**
   * Starts each channel as soon as its clip is ready, seeds the instance, and adds the recordings of the channel's past.
   * Call once publishers are accepted.
   */
  start(publishTarget: PublishTarget): void;
}

/** On a production instance: refuses the seeding requests that the web app makes on each load (spec section 7). */
export const noDemo: Feature = { name: 'demo', routes: (app) => seedingRoutes(app, null) };

export function createDemo(options: DemoOptions): Demo {
  const { db, users, channels, log, demoClips, dataDir } = options;
  const stills = openStills(dataDir, log);
  const conversations = new DemoConversations(options);
  const streamKeys = new Map<Person, Promise<string>>();
  let player: LoopPlayer | null = null;
  const rendered = new Map<SceneName, Clip>();
  const closing = new AbortController();
  let eventTimer: NodeJS.Timeout | undefined;
  let closed = false;

  /** Creates a streamer at most once, for its channel and for the seeding. @returns the stream key */
  function ensureStreamer(person: Person): Promise<string> {
    const streamKey = streamKeys.get(person) ?? seedStreamer(person, { users, channels });
    streamKeys.set(person, streamKey);
    streamKey.catch(() => streamKeys.delete(person));
    return streamKey;
  }

  let accounts: Promise<readonly DemoSignIn[]> | null = null;
  function signIns(): Promise<readonly DemoSignIn[]> {
    accounts ??= enableDemoAccounts({ db, users }).then(() =>
      seedSignIns({ file: join(dataDir, 'demo', 'sign-ins.json'), db, users, channels }),
    );
    return accounts;
  }

  const seeding = createSeeding({
    db,
    log,
    async ensurePeople() {
      await signIns();
      // A streamer whose username is taken is missing; startChannel logs that.
      for (const person of PEOPLE) if (!closed) await ensureStreamer(person).catch(() => undefined);
    },
  });

  /** Seeds the instance without waiting for the web app to request it. */
  async function seed(): Promise<void> {
    // Two renderers at once would need twice the memory.
    void demoClips.finished.then(() => stills.draw());
    if (!closed) await seeding.users();
    if (!closed) await seeding.streams();
    if (!closed) await seeding.adminData();
    await repeatEvent();
    if (!closed) eventTimer = setInterval(() => void repeatEvent(), MINUTE_MS);
  }

  const repeatEvent = () =>
    repeatPaidEvent(db, new Date(options.nowMs())).catch((err: unknown) => {
      if (!closed) log.warn({ err }, 'Could not repeat the paid event of the demo');
    });

  function startChannel(loopPlayer: LoopPlayer, name: SceneName, clip: Clip, onStarted: () => void): void {
    const index = PEOPLE.findIndex(({ scene }) => scene === name);
    const person = PEOPLE[index];
    if (!person) return;
    ensureStreamer(person)
      .then((streamKey) => {
        if (!closed) loopPlayer.add({ clip, streamKey, phase: index / PEOPLE.length });
      })
      .catch((err: unknown) =>
        log.warn({ err, username: person.username }, 'Could not create a demo streamer'),
      )
      .finally(onStarted);
  }

  return {
    name: 'demo',
    signIns,
    routes(app) {
      imageRoutes(app, stills);
      seedingRoutes(app, seeding);
    },
    start(publishTarget) {
      const loopPlayer = new LoopPlayer({ publishTarget, log });
      player = loopPlayer;
      // The first channel starts before the seeding, since a visitor may be waiting for it. The others start
      // after it, since past streams are only seeded while there are few streams.
      const first = Promise.withResolvers<void>();
      const seeded = first.promise.then(seed);
      let taken = 0;
      if (demoClips.count === 0) first.resolve();
      const record = () =>
        recordPast({ ...options, clipOf: (scene) => rendered.get(scene) }, closing.signal).catch(
          (err: unknown) => {
            if (!closed) log.warn({ err }, 'Could not record past demo streams. The next start tries again');
          },
        );
      let recorded: Promise<void> = seeded;
      demoClips.take((name, clip) => {
        rendered.set(name, clip);
        const start = () => startChannel(loopPlayer, name, clip, first.resolve);
        if (taken++ === 0) start();
        else void seeded.then(start);
        recorded = recorded.then(record);
      });
    },
    close() {
      closed = true;
      closing.abort();
      clearInterval(eventTimer);
      conversations.close();
      stills.close();
      player?.close();
    },
  };
}
