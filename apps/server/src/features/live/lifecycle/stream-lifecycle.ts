import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { LadderControl, LiveStreamView, MediaPorts, RecordStream } from '#media/ports.ts';
import type { StreamReader } from '#media/reader.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Log } from '#platform/log/log.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { IngestHealth } from '../ingest-health/ingest-health.ts';
import type { StreamIds } from '../live.events.ts';
import type { GateSchedule } from '../playback/gate-schedule.ts';
import { slugOf } from '../streams/slug.ts';
import { createPublishAuthorization, type PublishAuthorizationOptions } from './publish-authorization.ts';
import type { PublishCooldowns } from './publish-cooldowns.ts';
import * as rows from './stream-lifecycle.repo.ts';
import { createStreamLog } from './stream-log.ts';
import { findForsaken, hasAbandoned, releaseClaim } from './stream-ownership.repo.ts';
import {
  recordEnd,
  recordInterruption,
  recordLost,
  recordOrphans,
  recordPlayable,
  recordResumption,
} from './stream-records.ts';
import { createStreamWrites } from './stream-writes.ts';

/** A live stream that this process serves, once its row is written. */
export interface ServedStream extends StreamIds {
  /** Lets a reader have what the stream brings from now on. */
  attach(reader: StreamReader): void;
  /** Stores its segments from now on. @returns false where that happens already, or the stream has ended */
  readonly record: RecordStream;
  /** The renditions that are made of it. */
  readonly ladder: LadderControl;
}

type ServedListener = (stream: ServedStream) => void;

const idsOf = ({ streamId, channelId }: LiveStreamView): StreamIds => ({
  streamId: streamId as StreamId,
  streamerId: channelId as UserId,
});

export interface StreamLifecycleOptions {
  readonly db: Database;
  readonly log: Log;
  readonly ingestHealth: IngestHealth;
  readonly cooldowns: PublishCooldowns;
  readonly graceSeconds: number;
  /** A stream that nobody served for longer than this ends when it was last seen. */
  readonly maxDowntimeSeconds: number;
  readonly hooks: Hooks;
  readonly gates: GateSchedule;
  readonly processId: ProcessId;
  /** Ends the lease of a process that seems to be dead. @returns whether it counts as dead now */
  readonly endIfDead: (suspect: ProcessId) => Promise<boolean>;
  readonly channels: PublishAuthorizationOptions['channels'] & Pick<Channels, 'settings'>;
}

/**
 * Records in the table of streams what happens in the media core. Writes of one channel happen in order and
 * are retried until they succeed: an unavailable database never stops a stream.
 */
export interface StreamLifecycle extends MediaPorts {
  /** Calls `listener` with every stream from now on, once its row is written. */
  onServed(listener: ServedListener): void;
  /** A stream that this process serves; undefined where it does not. */
  served(id: StreamId): ServedStream | undefined;
  servedIds(): StreamId[];
  /**
   * Runs work after the pending writes of a channel, so that a change of settings also reaches a stream that
   * is just starting.
   */
  inOrder<T>(channelId: UserId, work: () => Promise<T>): Promise<T>;
  /** Checks all publishers' keys again. @returns the channels that may no longer publish */
  noLongerAllowed(): Promise<UserId[]>;
  /** The channels whose encoder still publishes to a stream that an admin has ended, because the event was missed. */
  stoppedUnheard(): Promise<UserId[]>;
  /** Which live streams of this process are hidden or gated. */
  restrictions(): ReturnType<typeof rows.findRestrictions>;
  /**
   * Takes up what dead processes left live: encoders have the grace period to return, to any process. Streams
   * whose encoder does not return end at the time when they were last seen, and so do, at once, those that were
   * last seen before the longest downtime.
   * @param predecessor at a start: the id of this process, whose rows its dead predecessor left
   */
  recover(predecessor?: ProcessId | null): Promise<void>;
  /**
   * Compares what this process serves with the database, after its lease may have expired unnoticed. Takes
   * back streams that others gave up for lost.
   * @returns the channels whose stream moved to another process: their live streams here must be released
   */
  reconcile(): Promise<UserId[]>;
  /**
   * Forgets a channel's stream, which another process serves now, so that its end here is not written.
   * @returns false where this process has no such stream
   */
  disown(channelId: UserId, streamId?: StreamId): boolean;
  /** Waits for pending writes. Call it after the media core has closed. */
  close(): Promise<void>;
}

export function createStreamLifecycle(options: StreamLifecycleOptions): StreamLifecycle {
  const { processId, db, graceSeconds, maxDowntimeSeconds, ingestHealth, log, channels } = options;
  /** Live streams by channel. Those that have not been playable yet are not served. */
  const streams = new Map<string, { readonly stream: LiveStreamView; served: ServedStream | null }>();
  const servedListeners: ServedListener[] = [];
  const writes = createStreamWrites(options.log);
  const streamLog = createStreamLog(options.log);
  const authorization = createPublishAuthorization({
    ...options,
    runningStream: (channelId) => streams.get(channelId)?.stream.streamId,
    idle: (channelId) => writes.idle(channelId),
  });

  function allServed(): ServedStream[] {
    return [...streams.values()].flatMap(({ served }) => served ?? []);
  }

  function servedIds(): StreamId[] {
    return allServed().map(({ streamId }) => streamId);
  }

  /** Writes the row of a stream, then lets the listeners have it. */
  function serve(stream: LiveStreamView, served: ServedStream): void {
    const { streamId: id, streamerId } = served;
    const startedAt = new Date(stream.startedAtMs);
    const playableAt = new Date();
    writes.add(stream, async () => {
      // Before the transaction: transactions that each wait for a second connection could deadlock the pool.
      const settings = await channels.settings(streamerId);
      const { processId: ownerId } = options;
      const row = { id, streamerId, settings, slug: slugOf(settings.title), startedAt, ownerId };
      await db.transact((tx) => recordPlayable(tx, options, row, playableAt));
      announceServed(served);
    });
  }

  function announceServed(stream: ServedStream): void {
    for (const listener of servedListeners) {
      try {
        listener(stream);
      } catch (err) {
        const { streamId } = stream;
        log.error({ err, streamId }, 'A reader could not be attached to a stream');
      }
    }
  }

  function writeIfPlayable(stream: LiveStreamView, work: (tx: Writer, at: Date) => Promise<void>): void {
    if (streams.get(stream.channelId)?.served) write(stream, work);
  }

  function write(stream: LiveStreamView, work: (tx: Writer, at: Date) => Promise<void>): void {
    const at = new Date();
    writes.add(stream, () => db.transact((tx) => work(tx, at)));
  }

  return {
    onServed(listener) {
      servedListeners.push(listener);
    },
    served: (id) => allServed().find(({ streamId }) => streamId === id),
    servedIds,
    authorizePublish: (request) => authorization.authorize(request),
    onUnsupportedMedia(channelId, media) {
      ingestHealth.unsupportedMedia(channelId, media);
    },
    onRefused(request, { refusal, channelId }) {
      // A key that never existed has no owner to show the refusal to.
      if (channelId !== null) ingestHealth.refused(channelId, refusal);
      log.info({ refusal, channelId, from: request.remoteAddress }, 'Refused a publisher');
    },
    onAccepted(channelId, request) {
      streamLog.accepted(channelId, request);
      authorization.accepted(channelId, request);
    },
    onStart(stream) {
      streamLog.started(stream);
      streams.set(stream.channelId, { stream, served: null });
      ingestHealth.started(stream);
    },
    onPlayable(stream, record, ladder) {
      const entry = streams.get(stream.channelId);
      if (entry === undefined) return;
      const attach = (reader: StreamReader) => void stream.attach(reader);
      entry.served = { ...idsOf(stream), attach, record, ladder };
      serve(stream, entry.served);
    },
    onInterrupted(stream, reason) {
      streamLog.interrupted(stream, reason);
      ingestHealth.interrupted(stream, reason === 'unpublished');
      writeIfPlayable(stream, (tx, at) => recordInterruption(tx, idsOf(stream), processId, at, reason));
    },
    onResumed(stream) {
      streamLog.resumed(stream);
      writeIfPlayable(stream, (tx, at) => recordResumption(tx, idsOf(stream), processId, at));
    },
    onEnd(stream, reason) {
      streamLog.ended(stream, reason);
      if (reason === 'at_capacity') ingestHealth.refused(stream.channelId, reason);
      const entry = streams.get(stream.channelId);
      streams.delete(stream.channelId);
      authorization.ended(stream.channelId);
      ingestHealth.ended(stream);
      // Another process serves the stream now, and writes its row.
      if (entry === undefined) return;
      if (entry.served === null) {
        write(stream, (tx) => releaseClaim(tx, stream.streamId as StreamId, processId));
        return;
      }
      // An encoder that outlasts a restart of the instance resumes the same stream.
      const record = reason === 'shutdown' ? recordInterruption : recordEnd;
      write(stream, (tx, at) => record(tx, idsOf(stream), processId, at, reason));
    },
    inOrder: (channelId, work) => writes.inOrder(channelId, work),
    noLongerAllowed: () => authorization.noLongerAllowed(),
    async stoppedUnheard() {
      const running = [...streams].map(([channelId, { stream }]) => ({
        channelId: channelId as UserId,
        streamId: stream.streamId as StreamId,
      }));
      const ids = running.map(({ streamId }) => streamId);
      const kicked = new Set(await options.db.read((db) => rows.findKicked(db, ids)));
      return running.filter(({ streamId }) => kicked.has(streamId)).map(({ channelId }) => channelId);
    },
    restrictions: () => options.db.read((db) => rows.findRestrictions(db, servedIds())),
    async recover(predecessor = null) {
      // Called every few seconds, and there is rarely anything to take up.
      if (predecessor === null && !(await db.read(hasAbandoned))) return;
      const at = new Date();
      const before = (seconds: number) => new Date(at.getTime() - seconds * 1000);
      await db.transact((tx) => recordOrphans(tx, at, predecessor));
      await db.transact((tx) =>
        recordLost(tx, {
          interruptedAt: before(graceSeconds),
          seenAt: before(Math.max(graceSeconds, maxDowntimeSeconds)),
        }),
      );
    },
    async reconcile() {
      const forsaken = await db.read((reader) => findForsaken(reader, servedIds(), processId));
      for (const { streamerId, streamId, fate } of forsaken) {
        const { stream, served } = streams.get(streamerId) ?? {};
        if (fate === 'lost' && stream && served?.streamId === streamId) serve(stream, served);
      }
      return forsaken.filter(({ fate }) => fate === 'moved').map(({ streamerId }) => streamerId);
    },
    disown(channelId, streamId) {
      const entry = streams.get(channelId);
      if (entry === undefined || (streamId !== undefined && entry.stream.streamId !== streamId)) return false;
      return streams.delete(channelId);
    },
    async close() {
      await writes.close();
    },
  };
}
