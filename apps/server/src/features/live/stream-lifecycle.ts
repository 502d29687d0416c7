import { setTimeout as delay } from 'node:timers/promises';
import type { StreamId, StreamSettings, UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { UnsupportedMedia } from '#media/codecs/format-error.ts';
import type {
  LiveStreamView,
  MediaPorts,
  PublishDecision,
  PublishRequest,
  RefusedPublish,
} from '#media/ports.ts';
import type { DisconnectReason } from '#media/reader.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import * as repo from './live.repo.ts';
import type { PublishCooldowns } from './publish-cooldowns.ts';
import type { SignalHealths } from './signal-health.ts';
import { slugOf } from './slug.ts';
import * as rows from './stream-lifecycle.repo.ts';
import { WorkQueue } from './work-queue.ts';

const RETRY_FIRST_MS = 250;
const RETRY_LONGEST_MS = 10_000;

export interface StreamLifecycleOptions {
  readonly db: Database;
  readonly log: Log;
  readonly signals: SignalHealths;
  readonly holds: PublishCooldowns;
  readonly graceSeconds: number;
  authorizeKey(streamKey: string): Promise<{ readonly userId: UserId; readonly banned: boolean } | null>;
  settingsOf(userId: UserId): Promise<StreamSettings>;
  /** After each committed change of a stream. */
  onChanged(streamId: StreamId): void;
  /** A stream begins, or goes on, in `tx`: what is to follow from it is written with it. */
  onBegin?(tx: Writer, streamerId: UserId, streamId: StreamId): Promise<void>;
  /** The stream is playable and recorded; extra readers of it are attached here. */
  onRecorded?(session: LiveStreamView): void;
}

/**
 * Keeps the table of streams in step with the media core: what is playable is live, what lost its
 * signal is interrupted, what ended has ended. Writes of one channel happen in order, and again
 * until the database takes them: a database that is away never stops a stream.
 */
export class StreamLifecycle implements MediaPorts {
  readonly #options: StreamLifecycleOptions;
  readonly #queue = new WorkQueue();
  /** Channels with a session, and whether viewers could see it yet. */
  readonly #sessions = new Map<string, { readonly session: LiveStreamView; playable: boolean }>();
  /** The key that each channel's encoder publishes with. */
  readonly #keys = new Map<string, string>();
  readonly #closing = new AbortController();

  constructor(options: StreamLifecycleOptions) {
    this.#options = options;
  }

  /** Streams on air now, as far as viewers are concerned. */
  onAir(): StreamId[] {
    return [...this.#sessions.values()].filter((s) => s.playable).map((s) => s.session.streamId as StreamId);
  }

  async authorizePublish(request: PublishRequest): Promise<PublishDecision> {
    const { streamKey } = request;
    const key = await this.#options.authorizeKey(streamKey).catch((error: unknown) => {
      // An encoder that drops while the database is away comes back to its stream; what may have
      // been decided about it meanwhile is asked once the database is there again.
      const running = [...this.#keys].find(([, known]) => known === streamKey)?.[0];
      if (running === undefined) throw error;
      return { userId: running as UserId, banned: false };
    });
    if (key === null) return { accepted: false, refusal: 'unknown_key', channelId: null };
    if (key.banned) return { accepted: false, refusal: 'banned', channelId: key.userId };
    const streamId = this.#running(key.userId) ?? (await this.#survivingOrNew(key.userId));
    // Last, for a stop or a ban may have come while the database was asked.
    if (this.#options.holds.turnsAway(key.userId)) {
      return { accepted: false, refusal: 'stopped', channelId: key.userId };
    }
    return { accepted: true, channelId: key.userId, streamId };
  }

  onUnsupportedMedia(channelId: string, media: UnsupportedMedia): void {
    this.#options.signals.unsupportedMedia(channelId, media);
  }

  onRefused(request: PublishRequest, { refusal, channelId }: RefusedPublish): void {
    // A key that the database does not know may have been anybody's: nobody's page mentions it.
    if (channelId !== null) this.#options.signals.refused(channelId, refusal);
    this.#options.log.info({ refusal, channelId, from: request.remoteAddress }, 'Refused a publisher');
  }

  onAccepted(channelId: string, request: PublishRequest): void {
    this.#keys.set(channelId, request.streamKey);
  }

  onStart(session: LiveStreamView): void {
    this.#sessions.set(session.channelId, { session, playable: false });
    this.#options.signals.started(session);
  }

  onPlayable(session: LiveStreamView): void {
    const entry = this.#sessions.get(session.channelId);
    if (entry === undefined) return;
    entry.playable = true;
    const id = session.streamId as StreamId;
    const streamerId = session.channelId as UserId;
    const startedAt = new Date(session.startedAtMs);
    this.#record(session, async () => {
      // Before the transaction: one that waits for a second connection could wait for its like for ever.
      const settings = await this.#options.settingsOf(streamerId);
      await this.#options.db.transact(async (tx) => {
        await rows.begin(tx, { id, streamerId, settings, slug: slugOf(settings.title), startedAt });
        await this.#options.onBegin?.(tx, streamerId, id);
      });
      this.#options.onRecorded?.(session);
    });
  }

  onInterrupted(session: LiveStreamView, reason: DisconnectReason): void {
    const cleanly = reason === 'unpublished';
    this.#options.signals.interrupted(session, cleanly);
    this.#writeIfPlayable(session, (tx, at) =>
      rows.setInterrupted(tx, session.streamId as StreamId, at, cleanly),
    );
  }

  onResumed(session: LiveStreamView): void {
    this.#writeIfPlayable(session, (tx) => rows.setInterrupted(tx, session.streamId as StreamId, null));
  }

  onEnd(session: LiveStreamView, reason: DisconnectReason): void {
    const playable = this.#sessions.get(session.channelId)?.playable ?? false;
    this.#sessions.delete(session.channelId);
    this.#keys.delete(session.channelId);
    this.#options.signals.ended(session);
    if (!playable) return;
    const id = session.streamId as StreamId;
    // An encoder that outlasts a restart of the instance goes on in the same stream.
    if (reason === 'shutdown') this.#write(session, (tx, at) => rows.setInterrupted(tx, id, at));
    else this.#write(session, (tx, at) => rows.end(tx, id, at, reason));
  }

  /**
   * Runs what follows a change of a channel's settings after the writes under way, so that a
   * stream that begins just now is not passed over.
   */
  inOrder<T>(channelId: UserId, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(channelId, work);
  }

  /** Asks again whether those who publish still may. @returns the channels that may not */
  async noLongerAllowed(): Promise<UserId[]> {
    const asked = [...this.#sessions.keys()].map(async (channelId) => {
      const key = this.#keys.get(channelId);
      if (key === undefined) return [];
      const owner = await this.#options.authorizeKey(key);
      return owner === null || owner.banned ? [channelId as UserId] : [];
    });
    return (await Promise.all(asked)).flat();
  }

  /** The channels whose stream an admin has ended and whose encoders go on, for the news of it was missed. */
  async stoppedUnheard(): Promise<UserId[]> {
    const running = [...this.#sessions].map(([channelId, { session }]) => ({
      channelId: channelId as UserId,
      streamId: session.streamId as StreamId,
    }));
    const ids = running.map(({ streamId }) => streamId);
    const kicked = new Set(await this.#options.db.read((db) => rows.findKicked(db, ids)));
    return running.filter(({ streamId }) => kicked.has(streamId)).map(({ channelId }) => channelId);
  }

  /**
   * Takes up what a stopped instance left live: its encoders have the grace window to come back,
   * then their streams end at the time they were last seen.
   */
  async recover(): Promise<void> {
    const { db } = this.#options;
    const at = new Date();
    const left = await db.transact((tx) => rows.markAllInterrupted(tx, at));
    if (left.length === 0) return;
    const timer = setTimeout(() => this.#endLost(left, at), this.#options.graceSeconds * 1000);
    this.#closing.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Waits for the writes under way. Call it after the media core has closed. */
  async close(): Promise<void> {
    const drained = this.#queue.drain();
    // A database that is away now must not hold up the end for ever; `recover` mends the rest.
    await Promise.race([drained, delay(5_000, undefined, { ref: false })]);
    this.#closing.abort();
  }

  #running(channelId: UserId): string | undefined {
    return this.#sessions.get(channelId)?.session.streamId;
  }

  async #survivingOrNew(channelId: UserId): Promise<string> {
    // How its last one ended may still be on its way to the database.
    await this.#queue.idle(channelId);
    // One that the database knows as live without a session survived a restart of the instance.
    const surviving = await this.#options.db.read((db) => repo.findLiveOf(db, channelId));
    return this.#running(channelId) ?? surviving?.id ?? uuidv7();
  }

  #endLost(left: readonly rows.LeftLive[], interruptedAt: Date): void {
    for (const { id, streamerId } of left) {
      // Its encoder may be back, and its first part still to come.
      if (this.#sessions.get(streamerId)?.session.streamId === id) continue;
      this.#record({ channelId: streamerId, streamId: id }, () =>
        this.#options.db.transact((tx) => rows.endLost(tx, id, interruptedAt)),
      );
    }
  }

  #writeIfPlayable(session: LiveStreamView, work: (tx: Writer, at: Date) => Promise<void>): void {
    if (this.#sessions.get(session.channelId)?.playable) this.#write(session, work);
  }

  #write(session: LiveStreamView, work: (tx: Writer, at: Date) => Promise<void>): void {
    const at = new Date();
    this.#record(session, () => this.#options.db.transact((tx) => work(tx, at)));
  }

  #record(
    { channelId, streamId }: Pick<LiveStreamView, 'channelId' | 'streamId'>,
    work: () => Promise<void>,
  ): void {
    void this.#queue.run(channelId, async () => {
      if (await this.#untilTaken(work, streamId)) this.#options.onChanged(streamId as StreamId);
    });
  }

  /** @returns false where the instance closed before the database took it */
  async #untilTaken(work: () => Promise<void>, streamId: string): Promise<boolean> {
    for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)) {
      try {
        await work();
        return true;
      } catch (error) {
        // The channel has been deleted meanwhile: there is nothing to record any more.
        if (error instanceof AppError && error.kind !== 'unavailable') return false;
        this.#options.log.error(
          { err: error, streamId, waitMs },
          'A stream could not be recorded; trying again',
        );
        await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
        if (this.#closing.signal.aborted) return false;
      }
    }
  }
}
