/** AMF0 (Action Message Format, version 0; section numbers are of its specification). Accepts any hostile input. */
import { RtmpError } from './rtmp-error.ts';

export type Amf0Value = number | boolean | string | null | undefined | Date | Amf0Object | Amf0Value[];

/** Objects, typed objects and ECMA arrays. They have no prototype, so that no key has a special meaning. */
export interface Amf0Object {
  [key: string]: Amf0Value;
}

/** The depth is more than any encoder's metadata needs, and far less than what overflows the stack. */
const MAX_DEPTH = 16;

const NUMBER = 0;
const BOOLEAN = 1;
const STRING = 2;
const OBJECT = 3;
const NULL = 5;
const UNDEFINED = 6;
const REFERENCE = 7;
const ECMA_ARRAY = 8;
const OBJECT_END = 9;
const STRICT_ARRAY = 10;
const DATE = 11;
const LONG_STRING = 12;
const UNSUPPORTED = 13;
const XML_DOCUMENT = 15;
const TYPED_OBJECT = 16;

/** Reads all values of a message's body. @throws RtmpError of reason `bad_message` */
export function decodeAmf0(bytes: Buffer): Amf0Value[] {
  const reader = new Amf0Reader(bytes);
  const values: Amf0Value[] = [];
  while (reader.left > 0) values.push(reader.value(0));
  return values;
}

/** Reads values. Every value takes at least one byte, so the length of the message bounds time and memory. */
class Amf0Reader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#position;
  }

  value(depth: number): Amf0Value {
    if (depth > MAX_DEPTH)
      throw new RtmpError('bad_message', `AMF0 values are nested more than ${MAX_DEPTH} levels deep.`);
    const marker = this.#bytes.readUInt8(this.#take(1));
    switch (marker) {
      case NUMBER:
        return this.#bytes.readDoubleBE(this.#take(8));
      case BOOLEAN:
        return this.#bytes.readUInt8(this.#take(1)) !== 0;
      case STRING:
        return this.#string(this.#bytes.readUInt16BE(this.#take(2)));
      case OBJECT:
        return this.#object(depth);
      case NULL:
      case UNSUPPORTED:
        return null;
      case UNDEFINED:
        return undefined;
      case REFERENCE:
        // No encoder sends references, and resolving them could build a cycle, so they are read as undefined.
        this.#take(2);
        return undefined;
      case ECMA_ARRAY:
        // The count is only a hint (section 2.10); the end marker ends the array.
        this.#take(4);
        return this.#object(depth);
      case STRICT_ARRAY:
        return this.#array(depth);
      case DATE: {
        const time = this.#bytes.readDoubleBE(this.#take(8));
        this.#take(2);
        return new Date(time);
      }
      case LONG_STRING:
      case XML_DOCUMENT:
        return this.#string(this.#bytes.readUInt32BE(this.#take(4)));
      case TYPED_OBJECT:
        this.#string(this.#bytes.readUInt16BE(this.#take(2)));
        return this.#object(depth);
      default:
        throw new RtmpError('bad_message', `AMF0 type ${marker} is not supported.`);
    }
  }

  #object(depth: number): Amf0Object {
    const object: Amf0Object = Object.create(null);
    for (;;) {
      const length = this.#bytes.readUInt16BE(this.#take(2));
      if (length === 0 && this.#bytes[this.#position] === OBJECT_END) {
        this.#position += 1;
        return object;
      }
      const key = this.#string(length);
      object[key] = this.value(depth + 1);
    }
  }

  #array(depth: number): Amf0Value[] {
    const count = this.#bytes.readUInt32BE(this.#take(4));
    if (count > this.left) throw this.#truncated(count);
    const array: Amf0Value[] = [];
    for (let i = 0; i < count; i++) array.push(this.value(depth + 1));
    return array;
  }

  #string(length: number): string {
    const start = this.#take(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  /** Skips `length` bytes, and returns where they begin. */
  #take(length: number): number {
    if (length > this.left) throw this.#truncated(length);
    const start = this.#position;
    this.#position += length;
    return start;
  }

  #truncated(length: number): RtmpError {
    return new RtmpError('bad_message', `An AMF0 value needs ${length} bytes, but ${this.left} are left.`);
  }
}

/** Writes values in sequence. Arrays become strict arrays, objects anonymous objects. */
export function encodeAmf0(values: readonly Amf0Value[]): Buffer {
  const parts: Buffer[] = [];
  for (const value of values) write(value, parts);
  return Buffer.concat(parts);
}

function write(value: Amf0Value, parts: Buffer[]): void {
  if (value === undefined) parts.push(Buffer.of(UNDEFINED));
  else if (value === null) parts.push(Buffer.of(NULL));
  else if (typeof value === 'number') parts.push(Buffer.of(NUMBER), double(value));
  else if (typeof value === 'boolean') parts.push(Buffer.of(BOOLEAN, value ? 1 : 0));
  else if (typeof value === 'string') writeString(value, parts);
  else if (value instanceof Date) parts.push(Buffer.of(DATE), double(value.getTime()), Buffer.alloc(2));
  else if (Array.isArray(value)) {
    parts.push(Buffer.of(STRICT_ARRAY), uint(value.length, 4));
    for (const item of value) write(item, parts);
  } else {
    parts.push(Buffer.of(OBJECT));
    for (const [key, item] of Object.entries(value)) {
      const name = Buffer.from(key);
      if (name.length > 0xffff)
        throw new RangeError(`AMF0 key of ${name.length} bytes exceeds the limit of 65535 bytes.`);
      parts.push(uint(name.length, 2), name);
      write(item, parts);
    }
    parts.push(Buffer.of(0, 0, OBJECT_END));
  }
}

function writeString(value: string, parts: Buffer[]): void {
  const bytes = Buffer.from(value);
  const long = bytes.length > 0xffff;
  parts.push(Buffer.of(long ? LONG_STRING : STRING), uint(bytes.length, long ? 4 : 2), bytes);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function uint(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}
