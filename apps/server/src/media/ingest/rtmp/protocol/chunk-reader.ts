/** Reads chunks into messages (RTMP specification section 5.3). */
import { RtmpError } from './rtmp-error.ts';

const SET_CHUNK_SIZE = 1;
const ABORT = 2;

const DEFAULT_CHUNK_SIZE = 128;
/** No message is longer, so larger sizes have the same effect (section 5.4.1). */
const MAX_CHUNK_SIZE = 0xff_ff_ff;
const EXTENDED = 0xff_ff_ff;

/** The length of a message header, by the chunk's format. */
const HEADER_BYTES = [11, 7, 3, 0] as const;

const NOTHING = Buffer.alloc(0);

export interface RtmpMessage {
  readonly type: number;
  readonly streamId: number;
  /** Milliseconds in 32 bits; wraps after 49.7 days. */
  readonly timestamp: number;
  /** The body belongs to the receiver, and its bytes never change. */
  readonly body: Buffer;
}

export interface ChunkLimits {
  /** The most chunk streams that one connection may open. */
  readonly maxChunkStreams: number;
  /** The most bytes of all incomplete messages together. */
  readonly maxPartialBytes: number;
  /** The most bytes of a message of this type, at this moment. */
  maxMessageBytes(type: number): number;
}

interface ChunkStream {
  type: number;
  streamId: number;
  length: number;
  timestamp: number;
  /** The timestamp field as it was sent: absolute with format 0, a difference with 1 and 2. */
  field: number;
  absolute: boolean;
  extended: boolean;
  /** Null between messages. */
  body: Buffer | null;
  filled: number;
}

/**
 * Reads a connection's bytes in pieces of any length. Each message's body is copied once, into a
 * buffer of its exact length. Apart from that, only an incomplete chunk header is kept.
 */
export class ChunkReader {
  readonly #limits: ChunkLimits;
  readonly #deliver: (message: RtmpMessage) => void;
  readonly #streams = new Map<number, ChunkStream>();
  #partialHeader: Buffer = NOTHING;
  #chunkSize = DEFAULT_CHUNK_SIZE;
  #partialBytes = 0;
  /** The chunk whose payload is being read, and the number of its missing bytes. */
  #current: ChunkStream | null = null;
  #chunkLeft = 0;
  #stopped = false;

  constructor(limits: ChunkLimits, deliver: (message: RtmpMessage) => void) {
    this.#limits = limits;
    this.#deliver = deliver;
  }

  /** Makes `read` return after the message being delivered. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * Reads `data`.
   * @returns the unread rest after `stop`, otherwise an empty buffer
   * @throws RtmpError
   */
  read(data: Buffer): Buffer {
    this.#stopped = false;
    // Concatenation is only needed for a chunk header across two reads, which is rare.
    const bytes = this.#partialHeader.length === 0 ? data : Buffer.concat([this.#partialHeader, data]);
    this.#partialHeader = NOTHING;
    let at = 0;
    while (at < bytes.length && !this.#stopped) {
      if (this.#current !== null) {
        at = this.#readPayload(this.#current, bytes, at);
        continue;
      }
      const size = this.#readHeader(bytes, at);
      if (size === 0) {
        this.#partialHeader = Buffer.from(bytes.subarray(at));
        return NOTHING;
      }
      at += size;
    }
    return at === bytes.length ? NOTHING : bytes.subarray(at);
  }

  #readPayload(stream: ChunkStream, data: Buffer, at: number): number {
    const take = Math.min(this.#chunkLeft, data.length - at);
    if (stream.body !== null) data.copy(stream.body, stream.filled, at, at + take);
    stream.filled += take;
    this.#chunkLeft -= take;
    if (this.#chunkLeft === 0) {
      this.#current = null;
      if (stream.filled === stream.length) this.#complete(stream);
    }
    return at + take;
  }

  /**
   * Reads the chunk header at `at`.
   * @returns its length, or 0 if it is incomplete
   */
  #readHeader(bytes: Buffer, at: number): number {
    const end = bytes.length;
    const first = bytes.readUInt8(at);
    const format = first >> 6;
    let id = first & 63;
    let position = at + 1;
    if (id < 2) {
      position += id + 1;
      if (position > end) return 0;
      id = 64 + bytes.readUInt8(at + 1) + (id === 1 ? bytes.readUInt8(at + 2) * 256 : 0);
    }
    const headerAt = position;
    position += HEADER_BYTES[format as 0 | 1 | 2 | 3];
    if (position > end) return 0;
    const known = this.#streams.get(id);
    const isNew = known === undefined || known.body === null;
    let field = format === 3 ? (known?.field ?? 0) : bytes.readUIntBE(headerAt, 3);
    const extended = format === 3 ? known?.extended === true : field === EXTENDED;
    if (extended) {
      if (position + 4 > end) return 0;
      const value = bytes.readUInt32BE(position);
      // Section 5.3.1.3 requires the extended timestamp in every chunk of the message, but some encoders send it in the
      // first only.
      if (isNew || value === known.field || value === known.timestamp) {
        field = value;
        position += 4;
      }
    }
    const stream = known ?? this.#open(id, format);
    if (isNew) this.#begin(stream, format, field, extended, bytes, headerAt);
    else if (format !== 3)
      throw new RtmpError('bad_chunk', `A message begins inside another on chunk stream ${id}.`);
    this.#chunkLeft = Math.min(this.#chunkSize, stream.length - stream.filled);
    if (this.#chunkLeft > 0) this.#current = stream;
    else this.#complete(stream);
    return position - at;
  }

  #open(id: number, format: number): ChunkStream {
    // Format 1 on a new chunk stream is not allowed, but librtmp's control messages use it.
    if (format > 1)
      throw new RtmpError('bad_chunk', `Chunk stream ${id} begins with a chunk of format ${format}.`);
    if (this.#streams.size >= this.#limits.maxChunkStreams) {
      throw new RtmpError(
        'too_large',
        `Chunk stream ${id} exceeds the limit of ${this.#limits.maxChunkStreams} chunk streams.`,
      );
    }
    const stream: ChunkStream = {
      type: 0,
      streamId: 0,
      length: 0,
      timestamp: 0,
      field: 0,
      absolute: false,
      extended: false,
      body: null,
      filled: 0,
    };
    this.#streams.set(id, stream);
    return stream;
  }

  #begin(
    stream: ChunkStream,
    format: number,
    field: number,
    extended: boolean,
    bytes: Buffer,
    headerAt: number,
  ): void {
    if (format <= 1) {
      stream.length = bytes.readUIntBE(headerAt + 3, 3);
      stream.type = bytes.readUInt8(headerAt + 6);
    }
    if (format === 0) stream.streamId = bytes.readUInt32LE(headerAt + 7);
    // Format 3 after format 0 repeats the timestamp as a difference (section 5.3.1.2.4). An extended
    // timestamp would be a difference of hours, so senders can only mean the absolute time.
    const absolute = format === 0 || (format === 3 && extended && stream.absolute);
    stream.timestamp = absolute ? field : (stream.timestamp + field) >>> 0;
    if (format !== 3) stream.absolute = absolute;
    stream.field = field;
    stream.extended = extended;
    const limit = this.#limits.maxMessageBytes(stream.type);
    if (stream.length > limit) {
      throw new RtmpError(
        'too_large',
        `Message length ${stream.length} exceeds the limit of ${limit} bytes for type ${stream.type}.`,
      );
    }
    this.#partialBytes += stream.length;
    if (this.#partialBytes > this.#limits.maxPartialBytes) {
      throw new RtmpError(
        'too_large',
        `Incomplete messages of ${this.#partialBytes} bytes exceed the limit of ${this.#limits.maxPartialBytes} bytes.`,
      );
    }
    stream.body = stream.length === 0 ? NOTHING : Buffer.allocUnsafe(stream.length);
    stream.filled = 0;
  }

  #complete(stream: ChunkStream): void {
    const body = stream.body ?? NOTHING;
    this.#forget(stream);
    if (stream.type === SET_CHUNK_SIZE) this.#setChunkSize(body);
    else if (stream.type === ABORT) this.#abort(body);
    else this.#deliver({ type: stream.type, streamId: stream.streamId, timestamp: stream.timestamp, body });
  }

  #forget(stream: ChunkStream): void {
    if (stream.body === null) return;
    this.#partialBytes -= stream.length;
    stream.body = null;
    stream.filled = 0;
  }

  #setChunkSize(body: Buffer): void {
    if (body.length < 4) throw new RtmpError('bad_chunk', `Set Chunk Size has ${body.length} bytes, not 4.`);
    const size = body.readUInt32BE(0);
    // The first bit must be zero, and the size at least 1 (section 5.4.1).
    if (size === 0 || size > 0x7f_ff_ff_ff)
      throw new RtmpError('bad_chunk', `Chunk size ${size} is not between 1 and 2147483647.`);
    this.#chunkSize = Math.min(size, MAX_CHUNK_SIZE);
  }

  #abort(body: Buffer): void {
    if (body.length < 4) throw new RtmpError('bad_chunk', `Abort Message has ${body.length} bytes, not 4.`);
    const stream = this.#streams.get(body.readUInt32BE(0));
    if (stream !== undefined) this.#forget(stream);
  }
}
