/**
 * The messages between a transcoder and its process, over pipes. A header of 24 bytes says how long the body is, so that
 * payloads are neither serialized nor copied on their way out.
 */

const HEADER_BYTES = 24;

/** As long as a message of RTMP can be. */
const MAX_BODY_BYTES = 16 * 1024 ** 2;

/** The index of each is its number in the header. */
const MESSAGE_TYPES = [
  // To the process.
  'outputs',
  'tracks',
  'source',
  'discontinuity',
  // From the process.
  'ready',
  'taken',
  'track',
  'unit',
  'break',
  'statistics',
  'failure',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export interface Message {
  readonly type: MessageType;
  /** The output that it concerns; 0 where it concerns none. */
  readonly output: number;
  readonly kind: 'video' | 'audio';
  readonly keyframe: boolean;
  /** In ticks. */
  readonly dts: number;
  readonly pts: number;
  readonly body: Uint8Array;
}

const EMPTY = new Uint8Array();

/** The buffers of a message, to be written one after the other. */
export function writeMessage(message: Pick<Message, 'type'> & Partial<Message>): Uint8Array[] {
  const { type, output = 0, kind = 'video', keyframe = false, dts = 0, pts = 0, body = EMPTY } = message;
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(body.byteLength, 0);
  header.writeUInt8(MESSAGE_TYPES.indexOf(type), 4);
  header.writeUInt8((keyframe ? 1 : 0) | (kind === 'audio' ? 2 : 0), 5);
  header.writeUInt16LE(output, 6);
  header.writeDoubleLE(dts, 8);
  header.writeDoubleLE(pts, 16);
  return body.byteLength === 0 ? [header] : [header, body];
}

/** A message whose body is JSON. */
export function writeJson(type: MessageType, value: unknown, output = 0): Uint8Array[] {
  return writeMessage({ type, output, body: Buffer.from(JSON.stringify(value)) });
}

/** The body of a message that the process gets from its transcoder, which it trusts. */
export function readJson<T = unknown>({ body }: Message): T {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
}

/** Reads messages from the chunks of a pipe. Each body is a copy of its own, so that it keeps no chunk in memory. */
export class MessageReader {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #body: Buffer | null = null;
  #bodyBytes = 0;

  /** @throws Error where the bytes are no messages */
  *read(chunk: Uint8Array): Generator<Message> {
    let at = 0;
    while (at < chunk.byteLength) {
      if (this.#body === null) {
        const taken = chunk.subarray(at, at + HEADER_BYTES - this.#headerBytes);
        this.#header.set(taken, this.#headerBytes);
        this.#headerBytes += taken.byteLength;
        at += taken.byteLength;
        if (this.#headerBytes < HEADER_BYTES) return;
        const length = this.#header.readUInt32LE(0);
        if (length > MAX_BODY_BYTES)
          throw new Error(`A message has ${length} bytes; at most ${MAX_BODY_BYTES} are allowed.`);
        this.#body = Buffer.allocUnsafeSlow(length);
        this.#bodyBytes = 0;
      }
      const body: Buffer = this.#body;
      const taken = chunk.subarray(at, at + body.byteLength - this.#bodyBytes);
      body.set(taken, this.#bodyBytes);
      this.#bodyBytes += taken.byteLength;
      at += taken.byteLength;
      if (this.#bodyBytes < body.byteLength) return;
      this.#body = null;
      this.#headerBytes = 0;
      yield this.#message(body);
    }
  }

  #message(body: Uint8Array): Message {
    const number = this.#header.readUInt8(4);
    const type = MESSAGE_TYPES[number];
    if (type === undefined) throw new Error(`There is no message of type ${number}.`);
    const flags = this.#header.readUInt8(5);
    return {
      type,
      output: this.#header.readUInt16LE(6),
      kind: (flags & 2) === 0 ? 'video' : 'audio',
      keyframe: (flags & 1) !== 0,
      dts: this.#header.readDoubleLE(8),
      pts: this.#header.readDoubleLE(16),
      body,
    };
  }
}
