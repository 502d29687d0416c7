/** A database with streamers, and instances that stream into it. Tests call the packager's callbacks themselves. */
import type { StreamSettings } from '@tributary/contracts/channels';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, onTestFinished } from 'vitest';
import { createIngestHealth } from '#features/live/ingest-health/ingest-health.ts';
import { createPublishCooldowns } from '#features/live/lifecycle/publish-cooldowns.ts';
import { createStreamLifecycle } from '#features/live/lifecycle/stream-lifecycle.ts';
import { streamChanged } from '#features/live/live.events.ts';
import { createGateSchedule } from '#features/live/playback/gate-schedule.ts';
import { createPublicStreams } from '#features/live/streams/streams.service.ts';
import { Hub } from '#media/hub/hub.ts';
import type { LadderControl, Publication } from '#media/ports.ts';
import { DEFAULT_MEDIA_SETTINGS } from '#media/settings.ts';
import type { Tracks } from '#media/unit.ts';
import type { Database } from '#platform/db/database.ts';
import { openEvents } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { endLease, renewLease } from '#platform/processes/processes.repo.ts';
import { type ProcessId, processId } from '#platform/processes/processes.tables.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from './database.ts';
import { VIDEO_TRACK } from './packager/units.ts';

/** The ladder of streams without a packager. */
const NO_LADDER: LadderControl = {
  source: { frameRate: null, bitsPerSecond: 0 },
  offer: () => {},
  start(name) {
    throw new Error(`The stream offers no rendition ${name}.`);
  },
  stop: () => {},
  onRequest: () => {},
};

const log = createLog('silent');
const tracks: Tracks = { video: VIDEO_TRACK, audio: null };

export const SETTINGS: StreamSettings = {
  title: 'Evening tide',
  category: 'Music',
  tags: [],
  isMature: false,
  language: null,
  thumbnailUrl: null,
};

/** The process that serves streams if a test names no other. */
export const PROCESS_ID = processId.parse(uuidv7());

/** A stream that begins now. */
export const newStream = (streamerId: UserId, slug: string) => ({
  id: streamId.parse(uuidv7()),
  streamerId,
  settings: SETTINGS,
  slug,
  startedAt: new Date(),
  ownerId: PROCESS_ID,
});

/** Must be called at the top of a test file, which has its own database. */
export async function createStreamFixture() {
  const db = await createTestDatabase();
  const service = createPublicStreams(db, () => 0);
  const events = await openEvents(db.pool, log);
  const hooks = createHooks();
  afterAll(() => events.close());

  /** Adds a process whose lease is valid, and a function that ends the lease, like the process's death. */
  async function addProcess(id: ProcessId = processId.parse(uuidv7())) {
    await db.transact((tx) => renewLease(tx, id, 'http://127.0.0.1'));
    return { id, die: () => db.transact((tx) => endLease(tx, id)) };
  }
  await addProcess(PROCESS_ID);

  /** Streamers whose stream key is their own id, with anything after a hash. */
  async function addStreamer(): Promise<{ id: UserId; username: string }> {
    const id = userId.parse(uuidv7());
    const username = `s${id.replaceAll('-', '').slice(-20)}`;
    await db.pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
      id,
      username,
      `${username}@example.org`,
    ]);
    await db.pool.query(
      'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
      [id, username],
    );
    return { id, username };
  }

  /** One instance: the hub with the feature behind it, until the test is finished. */
  function start(
    settings: StreamSettings = SETTINGS,
    graceSeconds = 30,
    database: Database = db,
    processId = PROCESS_ID,
  ) {
    const changed: StreamId[] = [];
    const revoked = new Set<string>();
    const banned = new Set<string>();
    const sharedState = createMemoryState();
    const cooldowns = createPublishCooldowns(sharedState);
    const gates = createGateSchedule();
    const ingestHealth = createIngestHealth(sharedState, cooldowns);
    const streams = createStreamLifecycle({
      db: database,
      log,
      graceSeconds,
      maxDowntimeSeconds: 300,
      ingestHealth,
      channels: {
        authorizeKey: (key) =>
          database.read(async () => {
            const owner = userId.safeParse(key.split('#', 1)[0]);
            return owner.success && !revoked.has(key)
              ? { userId: owner.data, banned: banned.has(key) }
              : null;
          }),
        previousKeyOwner: async (key) => (revoked.has(key) ? userId.parse(key.split('#', 1)[0]) : null),
        async settings() {
          await database.read((reader) => reader.selectFrom('profiles').select('id').limit(1).execute());
          return settings;
        },
      },
      hooks,
      gates,
      processId,
      endIfDead: async () => false,
      cooldowns,
    });
    const stopListening = events.on(streamChanged, ({ streamId }) => void changed.push(streamId));
    const hub = new Hub({ settings: { ...DEFAULT_MEDIA_SETTINGS, graceSeconds }, ports: streams, log });
    const instance = {
      hub,
      gates,
      streams,
      changed,
      cooldowns,
      ingestHealth,
      /** The keys that were replaced, and those of banned people. */
      revoked,
      banned,
      async publish(key: string): Promise<Publication> {
        const request = {
          protocol: 'rtmp',
          app: 'live',
          streamKey: key,
          remoteAddress: '::1',
          encoder: null,
        } as const;
        const result = await hub.publish(request);
        if (!result.accepted) throw new Error(result.refusal);
        result.publication.tracks(tracks);
        return result.publication;
      },
      playable(key: string) {
        const session = hub.liveStream(key);
        if (session !== undefined) streams.onPlayable(session, () => false, NO_LADDER);
      },
      async stop() {
        hub.close();
        ingestHealth.close();
        await sharedState.close();
        await streams.close();
        stopListening();
      },
    };
    onTestFinished(instance.stop);
    return instance;
  }

  return {
    db,
    service,
    events,
    hooks,
    addStreamer,
    addProcess,
    start,
    stateOf: async (username: string) => (await service.bySlug(username, 'live')).state,
  };
}
