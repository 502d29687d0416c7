import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { UnsupportedMedia } from '#media/codecs/format-error.ts';
import type {
  LadderControl,
  LiveStreamView,
  MediaPorts,
  PublishDecision,
  PublishRequest,
  RecordStream,
  RefusedPublish,
} from '#media/ports.ts';
import type { DisconnectReason, StreamReader } from '#media/reader.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Log } from '#platform/log/log.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { IngestHealth } from '../ingest-health/ingest-health.ts';
import type { StreamIds } from '../live.events.ts';
import type { GateSchedule } from '../playback/gate-schedule.ts';
import { slugOf } from '../streams/slug.ts';
import { PublishAuthorization, type PublishAuthorizationOptions } from './publish-authorization.ts';
import type { PublishCooldowns } from './publish-cooldowns.ts';
import * as rows from './stream-lifecycle.repo.ts';
import { findForsaken, hasAbandoned, releaseClaim } from './stream-ownership.repo.ts';
import {
  recordEnd,
  recordInterruption,
  recordLost,
  recordOrphans,
  recordPlayable,
  recordResumption,
} from './stream-records.ts';
import { StreamWrites } from './stream-writes.ts';

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
  readonly channels: PublishAuthorizationOptions['channels'] & Pick<Channels, 'settings'>;
}

/**
 * Records in the table of streams what happens in the media core. Writes of one channel happen in order and
 * are retried until they succeed: an unavailable database never stops a stream.
 */
export class StreamLifecycle implements MediaPorts {
  readonly #options: StreamLifecycleOptions;
  readonly #writes: StreamWrites;
  readonly #authorization: PublishAuthorization;
  /** Live streams by channel. Those that have not been playable yet are not served. */
  readonly #streams = new Map<string, { readonly stream: LiveStreamView; served: ServedStream | null }>();
  readonly #servedListeners: ServedListener[] = [];

  constructor(options: StreamLifecycleOptions) {
    this.#options = options;
    this.#writes = new StreamWrites(options.log);
    this.#authorization = new PublishAuthorization({
      ...options,
      runningStream: (channelId) => this.#streams.get(channelId)?.stream.streamId,
      idle: (channelId) => this.#writes.idle(channelId),
    });
  }

  /** Calls `listener` with every stream from now on, once its row is written. */
  onServed(listener: ServedListener): void {
    this.#servedListeners.push(listener);
  }

  /** A stream that this process serves; undefined where it does not. */
  served(id: StreamId): ServedStream | undefined {
    return this.#served().find(({ streamId }) => streamId === id);
  }

  #served(): ServedStream[] {
    return [...this.#streams.values()].flatMap(({ served }) => served ?? []);
  }

  servedIds(): StreamId[] {
    return this.#served().map(({ streamId }) => streamId);
  }

  authorizePublish(request: PublishRequest): Promise<PublishDecision> {
    return this.#authorization.authorize(request);
  }

  onUnsupportedMedia(channelId: string, media: UnsupportedMedia): void {
    this.#options.ingestHealth.unsupportedMedia(channelId, media);
  }

  onRefused(request: PublishRequest, { refusal, channelId }: RefusedPublish): void {
    // A key that never existed has no owner to show the refusal to.
    if (channelId !== null) this.#options.ingestHealth.refused(channelId, refusal);
    this.#options.log.info({ refusal, channelId, from: request.remoteAddress }, 'Refused a publisher');
  }

  onAccepted(channelId: string, request: PublishRequest): void {
    this.#authorization.accepted(channelId, request);
  }

  onStart(stream: LiveStreamView): void {
    this.#streams.set(stream.channelId, { stream, served: null });
    this.#options.ingestHealth.started(stream);
  }

  onPlayable(stream: LiveStreamView, record: RecordStream, ladder: LadderControl): void {
    const entry = this.#streams.get(stream.channelId);
    if (entry === undefined) return;
    const attach = (reader: StreamReader) => void stream.attach(reader);
    entry.served = { ...idsOf(stream), attach, record, ladder };
    this.#serve(stream, entry.served);
  }

  /** Writes the row of a stream, then lets the listeners have it. */
  #serve(stream: LiveStreamView, served: ServedStream): void {
    const { streamId: id, streamerId } = served;
    const startedAt = new Date(stream.startedAtMs);
    const playableAt = new Date();
    this.#writes.add(stream, async () => {
      // Before the transaction: transactions that each wait for a second connection could deadlock the pool.
      const settings = await this.#options.channels.settings(streamerId);
      const { processId: ownerId } = this.#options;
      const row = { id, streamerId, settings, slug: slugOf(settings.title), startedAt, ownerId };
      await this.#options.db.transact((tx) => recordPlayable(tx, this.#options, row, playableAt));
      this.#announceServed(served);
    });
  }

  onInterrupted(stream: LiveStreamView, reason: DisconnectReason): void {
    this.#options.ingestHealth.interrupted(stream, reason === 'unpublished');
    this.#writeIfPlayable(stream, (tx, at) =>
      recordInterruption(tx, idsOf(stream), this.#options.processId, at, reason),
    );
  }

  onResumed(stream: LiveStreamView): void {
    this.#writeIfPlayable(stream, (tx, at) =>
      recordResumption(tx, idsOf(stream), this.#options.processId, at),
    );
  }

  onEnd(stream: LiveStreamView, reason: DisconnectReason): void {
    if (reason === 'at_capacity') this.#options.ingestHealth.refused(stream.channelId, reason);
    const entry = this.#streams.get(stream.channelId);
    this.#streams.delete(stream.channelId);
    this.#authorization.ended(stream.channelId);
    this.#options.ingestHealth.ended(stream);
    // Another process serves the stream now, and writes its row.
    if (entry === undefined) return;
    const { processId } = this.#options;
    if (entry.served === null) {
      this.#write(stream, (tx) => releaseClaim(tx, stream.streamId as StreamId, processId));
      return;
    }
    // An encoder that outlasts a restart of the instance resumes the same stream.
    const record = reason === 'shutdown' ? recordInterruption : recordEnd;
    this.#write(stream, (tx, at) => record(tx, idsOf(stream), processId, at, reason));
  }

  /**
   * Runs work after the pending writes of a channel, so that a change of settings also reaches a stream that
   * is just starting.
   */
  inOrder<T>(channelId: UserId, work: () => Promise<T>): Promise<T> {
    return this.#writes.inOrder(channelId, work);
  }

  /** Checks all publishers' keys again. @returns the channels that may no longer publish */
  noLongerAllowed(): Promise<UserId[]> {
    return this.#authorization.noLongerAllowed();
  }

  /** The channels whose encoder still publishes to a stream that an admin has ended, because the event was missed. */
  async stoppedUnheard(): Promise<UserId[]> {
    const running = [...this.#streams].map(([channelId, { stream }]) => ({
      channelId: channelId as UserId,
      streamId: stream.streamId as StreamId,
    }));
    const ids = running.map(({ streamId }) => streamId);
    const kicked = new Set(await this.#options.db.read((db) => rows.findKicked(db, ids)));
    return running.filter(({ streamId }) => kicked.has(streamId)).map(({ channelId }) => channelId);
  }

  /** Which live streams of this process are hidden or gated. */
  restrictions(): ReturnType<typeof rows.findRestrictions> {
    return this.#options.db.read((db) => rows.findRestrictions(db, this.servedIds()));
  }

  /**
   * Takes up what dead processes left live: encoders have the grace period to return, to any process. Streams
   * whose encoder does not return end at the time when they were last seen, and so do, at once, those that were
   * last seen before the longest downtime.
   * @param predecessor at a start: the id of this process, whose rows its dead predecessor left
   */
  async recover(predecessor: ProcessId | null = null): Promise<void> {
    const { db, graceSeconds, maxDowntimeSeconds } = this.#options;
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
  }

  /**
   * Compares what this process serves with the database, after its lease may have expired unnoticed. Takes
   * back streams that others gave up for lost.
   * @returns the channels whose stream moved to another process: their live streams here must be released
   */
  async reconcile(): Promise<UserId[]> {
    const { db, processId } = this.#options;
    const forsaken = await db.read((reader) => findForsaken(reader, this.servedIds(), processId));
    for (const { streamerId, streamId, fate } of forsaken) {
      const { stream, served } = this.#streams.get(streamerId) ?? {};
      if (fate === 'lost' && stream && served?.streamId === streamId) this.#serve(stream, served);
    }
    return forsaken.filter(({ fate }) => fate === 'moved').map(({ streamerId }) => streamerId);
  }

  /**
   * Forgets a channel's stream, which another process serves now, so that its end here is not written.
   * @returns false where this process has no such stream
   */
  disown(channelId: UserId, streamId?: StreamId): boolean {
    const entry = this.#streams.get(channelId);
    if (entry === undefined || (streamId !== undefined && entry.stream.streamId !== streamId)) return false;
    return this.#streams.delete(channelId);
  }

  /** Waits for pending writes. Call it after the media core has closed. */
  async close(): Promise<void> {
    await this.#writes.close();
  }

  #announceServed(stream: ServedStream): void {
    for (const listener of this.#servedListeners) {
      try {
        listener(stream);
      } catch (err) {
        const { streamId } = stream;
        this.#options.log.error({ err, streamId }, 'A reader could not be attached to a stream');
      }
    }
  }

  #writeIfPlayable(stream: LiveStreamView, work: (tx: Writer, at: Date) => Promise<void>): void {
    if (this.#streams.get(stream.channelId)?.served) this.#write(stream, work);
  }

  #write(stream: LiveStreamView, work: (tx: Writer, at: Date) => Promise<void>): void {
    const at = new Date();
    this.#writes.add(stream, () => this.#options.db.transact((tx) => work(tx, at)));
  }
}
