import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkReader, type RtmpMessage } from './chunk-reader.ts';
import { basicHeader, writeChunks } from './chunk-writer.ts';
import { RtmpError } from './rtmp-error.ts';

const LIMITS = { maxChunkStreams: 64, maxPartialBytes: 1 << 20, maxMessageBytes: () => 1 << 16 };

/** Reads bytes in pieces of the given lengths, in a cycle, all through the same buffer. */
function readAll(bytes: Buffer, pieces: readonly number[]): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const reader = new ChunkReader(LIMITS, (message) => messages.push(message));
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const end = at + (pieces[i % pieces.length] ?? bytes.length);
    const piece = Buffer.from(bytes.subarray(at, end));
    expect(reader.read(piece)).toHaveLength(0);
    piece.fill(0xee);
    at = end;
  }
  return messages;
}

const message = fc.record({
  type: fc.integer({ min: 3, max: 22 }),
  streamId: fc.nat({ max: 2 ** 32 - 1 }),
  timestamp: fc.oneof(
    fc.nat({ max: 20_000 }),
    fc.integer({ min: 0xfffff0, max: 0x1000010 }),
    fc.nat({ max: 2 ** 32 - 1 }),
  ),
  body: fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
});
const chunkStream = fc.oneof(fc.integer({ min: 2, max: 70 }), fc.constantFrom(319, 320, 65_599));
const chunkSize = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(4096, 65_536));
const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });

function setChunkSize(size: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeUInt32BE(size);
  return writeChunks(2, { type: 1, streamId: 0, timestamp: 0, body }, 128);
}

/** Writes an encoder's chunk streams, with the short headers that the specification allows. */
class CompressingWriter {
  readonly #streams = new Map<number, { message: RtmpMessage; field: number }>();
  readonly chunkSize: number;

  constructor(size: number) {
    this.chunkSize = size;
  }

  /** The chunks of a message one by one, so that they can be interleaved with others. */
  chunks(id: number, message: RtmpMessage): Buffer[] {
    const before = this.#streams.get(id);
    const delta = before === undefined ? 0 : message.timestamp - before.message.timestamp;
    let format = 0;
    let field = message.timestamp;
    if (before !== undefined && before.message.streamId === message.streamId && delta >= 0) {
      field = delta;
      format = 1;
      if (before.message.type === message.type && before.message.body.length === message.body.length) {
        format = before.field === field && field < 0xffffff ? 3 : 2;
      }
    }
    this.#streams.set(id, { message, field });
    const extended = field >= 0xffffff;
    const header = Buffer.alloc([11, 7, 3, 0][format] ?? 0);
    if (format < 3) header.writeUIntBE(extended ? 0xffffff : field, 0, 3);
    if (format < 2) {
      header.writeUIntBE(message.body.length, 3, 3);
      header[6] = message.type;
    }
    if (format === 0) header.writeUInt32LE(message.streamId, 7);
    const time = Buffer.alloc(extended ? 4 : 0);
    if (extended) time.writeUInt32BE(field);
    const chunks: Buffer[] = [
      Buffer.concat([basicHeader(format, id), header, time, message.body.subarray(0, this.chunkSize)]),
    ];
    for (let at = this.chunkSize; at < message.body.length; at += this.chunkSize) {
      chunks.push(Buffer.concat([basicHeader(3, id), time, message.body.subarray(at, at + this.chunkSize)]));
    }
    return chunks;
  }
}

describe('ChunkReader', () => {
  it('reads what the writer wrote at any chunk size, split anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(chunkStream, message), { maxLength: 12 }),
        chunkSize,
        pieces,
        (sent, size, cuts) => {
          const parts = [setChunkSize(size), ...sent.map(([id, each]) => writeChunks(id, each, size))];
          expect(readAll(Buffer.concat(parts), cuts)).toEqual(sent.map(([, each]) => each));
        },
      ),
    );
  });

  it('reads every header format, and messages interleaved chunk by chunk', () => {
    const kinds = fc.constantFrom(8, 9);
    const bodies = fc.constantFrom(0, 5, 200, 333);
    const steps = fc.constantFrom(0, 20, 20, 23, 40, 0xffffff, 0x1000000);
    const sending = fc.array(
      fc.record({ id: fc.constantFrom(4, 5, 70), type: kinds, length: bodies, step: steps }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(sending, chunkSize, pieces, fc.array(fc.nat()), (sends, size, cuts, order) => {
        const writer = new CompressingWriter(size);
        const clocks = new Map<number, number>();
        const queues = new Map<number, { chunks: Buffer[]; message: RtmpMessage }[]>();
        for (const [i, { id, type, length, step }] of sends.entries()) {
          const timestamp = (clocks.get(id) ?? 0) + step;
          if (timestamp >= 2 ** 32) continue;
          clocks.set(id, timestamp);
          const sent: RtmpMessage = { type, streamId: 1, timestamp, body: Buffer.alloc(length, i) };
          const queue = queues.get(id) ?? [];
          queues.set(id, queue);
          queue.push({ chunks: writer.chunks(id, sent), message: sent });
        }
        const parts: Buffer[] = [setChunkSize(size)];
        const expected: RtmpMessage[] = [];
        for (let turn = 0; queues.size > 0; turn++) {
          const ids = [...queues.keys()];
          const id = ids[(order[turn % Math.max(order.length, 1)] ?? turn) % ids.length] ?? 0;
          const [head] = queues.get(id) ?? [];
          const chunk = head?.chunks.shift();
          if (chunk !== undefined) parts.push(chunk);
          if (head !== undefined && head.chunks.length === 0) {
            expected.push(head.message);
            queues.get(id)?.shift();
          }
          if (queues.get(id)?.length === 0) queues.delete(id);
        }
        expect(readAll(Buffer.concat(parts), cuts)).toEqual(expected);
      }),
    );
  });

  it('distinguishes payload from extended timestamps that encoders omit from later chunks', () => {
    const body = Buffer.alloc(300, 7);
    const header = Buffer.from([4, 0xff, 0xff, 0xff, 0, 1, 44, 9, 1, 0, 0, 0, 1, 0, 0, 0]);
    const without = Buffer.concat([
      header,
      body.subarray(0, 128),
      Buffer.of(0xc4),
      body.subarray(128, 256),
      Buffer.of(0xc4),
      body.subarray(256),
    ]);
    for (const cuts of [[1], [7], [1000]]) {
      expect(readAll(Buffer.concat([without, without]), cuts)).toEqual(
        [0, 1].map(() => ({ type: 9, streamId: 1, timestamp: 2 ** 24, body })),
      );
    }
  });

  it('stops on request and continues with the rest', () => {
    const sent = [1, 2, 3].map((timestamp) => ({ type: 8, streamId: 1, timestamp, body: Buffer.alloc(10) }));
    const got: RtmpMessage[] = [];
    const reader = new ChunkReader(LIMITS, (each) => {
      got.push(each);
      reader.stop();
    });
    let rest = Buffer.concat(sent.map((each) => writeChunks(4, each, 128)));
    for (let expected = 1; expected <= 3; expected++) {
      rest = Buffer.from(reader.read(rest));
      expect(got).toHaveLength(expected);
    }
    expect(rest).toHaveLength(0);
    expect(got).toEqual(sent);
  });

  it.each<[string, Buffer, RtmpError['reason']]>([
    ['a chunk size of 0', setChunkSize(0), 'bad_chunk'],
    ['a chunk size with its first bit set', setChunkSize(2 ** 31), 'bad_chunk'],
    ['a message above its limit', Buffer.of(4, 0, 0, 0, 2, 0, 0, 9, 1, 0, 0, 0), 'too_large'],
    ['a first chunk of format 2', Buffer.of(0x84, 0, 0, 0), 'bad_chunk'],
  ])('refuses %s', (_name, bytes, reason) => {
    expect(() => readAll(bytes, [100])).toThrow(expect.objectContaining({ reason }));
  });

  it('limits the bytes of all incomplete messages together', () => {
    const limits = { ...LIMITS, maxPartialBytes: 100_000 };
    const reader = new ChunkReader(limits, () => {});
    const begun = (id: number) =>
      Buffer.concat([Buffer.of(id, 0, 0, 0, 0, 0xf0, 0, 9, 1, 0, 0, 0), Buffer.alloc(128)]);
    reader.read(begun(4));
    // An abort message frees the bytes of its chunk stream.
    reader.read(writeChunks(2, { type: 2, streamId: 0, timestamp: 0, body: Buffer.of(0, 0, 0, 4) }, 128));
    reader.read(begun(5));
    expect(() => reader.read(begun(6))).toThrow(RtmpError);
  });
});
