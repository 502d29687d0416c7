/**
 * The format of packs. A pack is a file of records, each of which holds an object. A record begins at a multiple of
 * BLOCK_BYTES with its header, in little-endian order:
 *
 *    0  "TPK1"
 *    4  CRC-32 of the header from byte 12 on
 *    8  1 while the object is stored, 0 once it is deleted; the CRC leaves it out, since it is overwritten in place
 *    9  1 where the next record was written together with this one
 *   12  length of the object in bytes, 6 bytes
 *   18  sample of the object (`Sample`)
 *   22  length of the name
 *   23  the name, then the object, then zeros up to the next block
 */
import { crc32 } from 'node:zlib';

/** O_DIRECT requires offsets, lengths and memory to be multiples of this. */
export const BLOCK_BYTES = 4096;

export const STATE_OFFSET = 8;
export const STATE_DELETED = Uint8Array.of(0);
const STATE_STORED = 1;
const CONTINUES_OFFSET = 9;

const MAGIC = Buffer.from('TPK1');
const CHECKED_FROM = 12;
const SAMPLE_OFFSET = 18;
const NAME_OFFSET = 23;
const MAX_NAME_BYTES = 255;
const SAMPLED_EVERY = 61;

/** The length of the longest header. */
export const MAX_HEADER_BYTES = NAME_OFFSET + MAX_NAME_BYTES;

const NAME = /^[a-z0-9][a-z0-9._-]*$/i;

export interface RecordHeader {
  readonly name: string;
  /** The length of the object. */
  readonly byteLength: number;
  /** The sample of the object. */
  readonly sample: number;
  readonly isDeleted: boolean;
  /** Whether the next record was written together with this one. */
  readonly continues: boolean;
}

/**
 * A hash (FNV-1a) of each 61st byte, which tells whether all of an object has reached the disk. What a crash leaves out
 * is whole sectors of 512 bytes, which read as zeros, and each has eight of these bytes. A checksum of all bytes would
 * cost as much as writing them.
 */
export class Sample {
  #hash = 0x811c9dc5;
  /** The number of bytes to skip at the start of the next bytes. */
  #skip = 0;

  add(bytes: Uint8Array): void {
    let [hash, at] = [this.#hash, this.#skip];
    for (; at < bytes.length; at += SAMPLED_EVERY) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    this.#hash = hash;
    this.#skip = at - bytes.length;
  }

  get value(): number {
    return this.#hash >>> 0;
  }
}

/** Rounds a number of bytes up to whole blocks. */
export const toBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** The length of a header. Names are parts of keys, which are ASCII. */
export const headerBytes = (name: string): number => NAME_OFFSET + name.length;

/** The number of bytes from the start of a record to that of the next one. */
export const recordBytes = ({ name, byteLength }: Pick<RecordHeader, 'name' | 'byteLength'>): number =>
  toBlocks(headerBytes(name) + byteLength);

/**
 * @param continues whether the next record is written together with this one
 * @throws RangeError for a name that is longer than file names can be
 */
export function writeHeader(
  name: string,
  chunks: readonly Uint8Array[],
  continues = false,
): { readonly header: Buffer; readonly byteLength: number } {
  if (name.length > MAX_NAME_BYTES)
    throw new RangeError(`The name ${name} has ${name.length} bytes; the limit is ${MAX_NAME_BYTES}.`);
  const header = Buffer.alloc(headerBytes(name));
  MAGIC.copy(header);
  header[STATE_OFFSET] = STATE_STORED;
  header[CONTINUES_OFFSET] = Number(continues);
  const sample = new Sample();
  let byteLength = 0;
  for (const chunk of chunks) {
    byteLength += chunk.byteLength;
    sample.add(chunk);
  }
  header.writeUIntLE(byteLength, CHECKED_FROM, 6);
  header.writeUInt32LE(sample.value, SAMPLE_OFFSET);
  header[NAME_OFFSET - 1] = name.length;
  header.write(name, NAME_OFFSET, 'latin1');
  header.writeUInt32LE(crc32(header.subarray(CHECKED_FROM)), MAGIC.length);
  return { header, byteLength };
}

/**
 * @param bytes the available bytes from the start of a record
 * @returns null if they contain no whole header
 */
export function parseHeader(bytes: Buffer): RecordHeader | null {
  const nameLength = bytes[NAME_OFFSET - 1];
  if (nameLength === undefined || bytes.length < NAME_OFFSET + nameLength) return null;
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const checked = bytes.subarray(CHECKED_FROM, NAME_OFFSET + nameLength);
  if (crc32(checked) !== bytes.readUInt32LE(MAGIC.length)) return null;
  const name = bytes.toString('latin1', NAME_OFFSET, NAME_OFFSET + nameLength);
  if (!NAME.test(name)) return null;
  return {
    name,
    byteLength: bytes.readUIntLE(CHECKED_FROM, 6),
    sample: bytes.readUInt32LE(SAMPLE_OFFSET),
    isDeleted: bytes[STATE_OFFSET] !== STATE_STORED,
    continues: bytes[CONTINUES_OFFSET] === 1,
  };
}
