import type { Socket } from 'node:net';
import type { MediaFormatError } from '../../codecs/format-error.ts';
import type { MediaLog, PublishTarget } from '../../ports.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import type { CloseReason } from './close-reason.ts';
import { ChunkReader, type RtmpMessage } from './protocol/chunk-reader.ts';
import { writeChunks } from './protocol/chunk-writer.ts';
import { acknowledgement, MESSAGE } from './protocol/commands.ts';
import { Handshake } from './protocol/handshake.ts';
import { RtmpError } from './protocol/rtmp-error.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { RtmpLimits, RtmpNetwork } from './rtmp-limits.ts';
import { OUR_CHUNK_SIZE, type RtmpPeer, RtmpSession } from './rtmp-session.ts';
import type { RtmpCounters } from './rtmp-stats.ts';
import { readIntoSharedBuffer } from './shared-read-buffer.ts';

const DEFAULT_CHUNK_SIZE = 128;
const DEFAULT_ACKNOWLEDGE_EVERY = 2_500_000;
const NOTHING = Buffer.alloc(0);

/** The reasons after which no more messages are sent: the peer is gone or does not speak RTMP. */
const ABRUPT: ReadonlySet<CloseReason> = new Set(['not_rtmp', 'connection_lost', 'left', 'slow_reader']);

export interface ConnectionParts {
  readonly publishTarget: PublishTarget;
  readonly log: MediaLog;
  readonly limits: RtmpLimits;
  readonly counters: RtmpCounters;
  readonly attempts: AttemptCounter;
  readonly refusals: RefusalLog;
  readonly networksOf: (address: string) => readonly RtmpNetwork[];
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** One encoder's socket: bytes, deadlines and limits. The session interprets the messages. */
export class RtmpConnection implements RtmpPeer {
  readonly remoteAddress: string;
  /** The networks of the peer, for limits that several connections share. */
  readonly networks: readonly RtmpNetwork[];
  /** Resolves when the socket is closed and counted. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;
  readonly #handshake: Handshake;
  readonly #reader: ChunkReader;
  readonly #session: RtmpSession;
  #outgoingChunkSize = DEFAULT_CHUNK_SIZE;
  #bytesIn = 0;
  #acknowledged = 0;
  #acknowledgeEvery = DEFAULT_ACKNOWLEDGE_EVERY;
  #paused = false;
  #unread: Buffer = NOTHING;
  #isPublishing = false;
  #closeReason: CloseReason | null = null;
  /** Whether it was closed before it was read, which `refusals` logs. */
  #rejected = false;
  #deadline: number;
  #deadlineReason: CloseReason = 'handshake_timeout';

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.remoteAddress = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
    this.networks = parts.networksOf(this.remoteAddress);
    this.#deadline = parts.now() + parts.limits.handshakeTimeoutMs;
    this.#handshake = new Handshake((bytes) => this.#write(bytes));
    this.#session = new RtmpSession(this, parts.publishTarget, parts.log);
    const { maxChunkStreams, maxPartialBytes, maxCommandBytes, maxMediaBytes, maxAudioBytes } = parts.limits;
    const maxMessageBytes = (type: number): number => {
      if (!this.#isPublishing) return maxCommandBytes;
      if (type === MESSAGE.audio) return maxAudioBytes;
      return type === MESSAGE.video || type === MESSAGE.aggregate ? maxMediaBytes : maxCommandBytes;
    };
    this.#reader = new ChunkReader({ maxChunkStreams, maxPartialBytes, maxMessageBytes }, (message) =>
      this.#session.message(message),
    );
    socket.setNoDelay(true);
    readIntoSharedBuffer(socket, (data) => this.#received(data));
    socket.on('end', () => this.close(this.#session.reasonOfPeerClose()));
    // The event 'close' always follows.
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#finish();
        resolve();
      });
    });
  }

  get isPublishing(): boolean {
    return this.#isPublishing;
  }

  /** Closes the connection if its deadline has passed. Called periodically. */
  checkDeadline(now: number): void {
    if (now < this.#deadline) return;
    if (this.#closeReason === null) this.close(this.#deadlineReason);
    else this.#socket.destroy();
  }

  takeAttempt(): boolean {
    return this.networks.every(({ name, times }) => this.#parts.attempts.take(name, times));
  }

  /** Closes at once, without a status message. */
  reject(reason: CloseReason): void {
    this.#closeReason = reason;
    this.#rejected = true;
    this.#parts.refusals.refused(this.remoteAddress, reason);
    this.#socket.destroy();
  }

  send(chunkStream: number, message: RtmpMessage): void {
    this.#write(writeChunks(chunkStream, message, this.#outgoingChunkSize));
    // The new size applies from the next message on.
    if (message.type === MESSAGE.setChunkSize) this.#outgoingChunkSize = OUR_CHUNK_SIZE;
  }

  pause(): void {
    this.#paused = true;
    this.#reader.stop();
    this.#socket.pause();
  }

  resume(): void {
    this.#paused = false;
    const unread = this.#unread;
    this.#unread = NOTHING;
    this.#read(unread);
    if (!this.#paused) this.#socket.resume();
  }

  publishing(active: boolean): void {
    this.#isPublishing = active;
    this.#parts.counters.publishing += active ? 1 : -1;
    const { idleTimeoutMs, publishTimeoutMs } = this.#parts.limits;
    this.#setDeadline(active ? 'idle_timeout' : 'publish_timeout', active ? idleTimeoutMs : publishTimeoutMs);
  }

  mediaArrived(): void {
    this.#deadline = this.#parts.now() + this.#parts.limits.idleTimeoutMs;
  }

  acknowledgeEvery(bytes: number): void {
    if (bytes > 0) this.#acknowledgeEvery = bytes;
  }

  close(reason: CloseReason, cause?: MediaFormatError): void {
    if (this.#closeReason !== null) return;
    this.#closeReason = reason;
    this.#reader.stop();
    this.#session.end(reason, cause);
    this.#setDeadline(reason, this.#parts.limits.lingerMs);
    if (ABRUPT.has(reason)) {
      this.#socket.destroySoon();
      return;
    }
    // Bytes that still arrive are read and discarded: unread bytes would make the kernel reset the connection, and the
    // peer would lose the status message.
    this.#socket.end();
    this.#socket.resume();
  }

  #received(data: Buffer): void {
    this.#bytesIn += data.length;
    this.#parts.counters.bytesIn += data.length;
    if (this.#closeReason !== null) return;
    if (this.#paused) {
      this.#unread = Buffer.concat([this.#unread, data]);
      return;
    }
    this.#read(data);
    if (this.#bytesIn - this.#acknowledged >= this.#acknowledgeEvery && this.#handshake.done) {
      this.#acknowledged = this.#bytesIn;
      if (this.#closeReason === null) this.send(2, acknowledgement(this.#bytesIn));
    }
  }

  #read(data: Buffer): void {
    // Sends all answers to one read in one packet.
    this.#socket.cork();
    try {
      let rest = data;
      if (!this.#handshake.done) {
        rest = data.subarray(this.#handshake.read(data, 0));
        if (!this.#handshake.done) return;
        this.#setDeadline('publish_timeout', this.#parts.limits.publishTimeoutMs);
      }
      const unread = this.#reader.read(rest);
      // The rest is copied, since the next read overwrites `rest`.
      this.#unread = unread.length === 0 ? NOTHING : Buffer.from(unread);
    } catch (error) {
      if (error instanceof RtmpError) {
        this.#parts.log.info({ remoteAddress: this.remoteAddress, reason: error.reason }, error.message);
        this.close(error.reason);
      } else {
        this.#parts.log.error({ err: error, remoteAddress: this.remoteAddress }, 'An RTMP connection failed');
        this.close('internal_error');
      }
    } finally {
      this.#socket.uncork();
    }
  }

  #write(bytes: Buffer): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#parts.counters.bytesOut += bytes.length;
    this.#socket.write(bytes);
    if (this.#socket.writableLength > this.#parts.limits.maxUnsentBytes) this.close('slow_reader');
  }

  #setDeadline(reason: CloseReason, withinMs: number): void {
    this.#deadlineReason = reason;
    this.#deadline = this.#parts.now() + withinMs;
  }

  #finish(): void {
    const reason = this.#closeReason ?? this.#session.reasonOfPeerClose();
    this.#closeReason = reason;
    this.#session.end(reason);
    this.#unread = NOTHING;
    this.#parts.counters.countClosed(reason);
    if (!this.#rejected)
      this.#parts.log.info({ remoteAddress: this.remoteAddress, reason }, 'An RTMP connection closed');
  }
}
