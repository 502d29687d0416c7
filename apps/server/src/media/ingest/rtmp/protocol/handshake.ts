/**
 * The server's side of the handshake (RTMP specification section 5.2), simple or with digests.
 * Adobe's players and encoders send a digest in C1 and expect one in return. All others send the
 * simple handshake, whose version field is zero, and expect C1 echoed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { RtmpError } from './rtmp-error.ts';

const VERSION = 3;
const PACKET_BYTES = 1536;
const DIGEST_BYTES = 32;

const KEY_SUFFIX = Buffer.from('f0eec24a8068bee82e00d0d1029e7e576eec5d2d29806fab93b8e636cfeb31ae', 'hex');
const PLAYER_KEY = Buffer.from('Genuine Adobe Flash Player 001');
const SERVER_KEY = Buffer.from('Genuine Adobe Flash Media Server 001');
const SERVER_KEY_FULL = Buffer.concat([SERVER_KEY, KEY_SUFFIX]);

/** The digest's offset is the sum of the four bytes at `pointer`, modulo a range, plus `base`. */
const SCHEMES: readonly { readonly pointer: number; readonly base: number }[] = [
  { pointer: 772, base: 776 },
  { pointer: 8, base: 12 },
];
const DIGEST_RANGE = 728;

type Scheme = (typeof SCHEMES)[number];

export class Handshake {
  readonly #reply: (bytes: Buffer) => void;
  #state: 'c0' | 'c1' | 'c2' | 'done' = 'c0';
  #c1: Buffer | null = null;
  #received = 0;

  /** @param reply receives S0, S1 and S2 together, as soon as C1 is complete */
  constructor(reply: (bytes: Buffer) => void) {
    this.#reply = reply;
  }

  get done(): boolean {
    return this.#state === 'done';
  }

  /** Reads from offset `from` and returns the offset where it stopped. @throws RtmpError of reason `not_rtmp` */
  read(data: Buffer, from: number): number {
    let at = from;
    if (this.#state === 'c0' && at < data.length) {
      const version = data.readUInt8(at);
      // 6 and 8 are RTMPE; other values are other protocols, such as HTTP or TLS.
      if (version !== VERSION)
        throw new RtmpError('not_rtmp', `Handshake version ${version} is not ${VERSION}.`);
      at += 1;
      this.#c1 = Buffer.allocUnsafe(PACKET_BYTES);
      this.#state = 'c1';
    }
    if (this.#state === 'c1' && this.#c1 !== null) {
      const copied = data.copy(this.#c1, this.#received, at);
      at += copied;
      this.#received += copied;
      if (this.#received < PACKET_BYTES) return at;
      this.#reply(serverPackets(this.#c1));
      this.#c1 = null;
      this.#received = 0;
      this.#state = 'c2';
    }
    if (this.#state === 'c2') {
      // C2 echoes or signs S1. It is not checked, since many encoders get it wrong and nothing depends on it.
      const taken = Math.min(data.length - at, PACKET_BYTES - this.#received);
      at += taken;
      this.#received += taken;
      if (this.#received === PACKET_BYTES) this.#state = 'done';
    }
    return at;
  }
}

function serverPackets(c1: Buffer): Buffer {
  const s1 = randomBytes(PACKET_BYTES);
  s1.writeUInt32BE(0, 0);
  const found = c1.readUInt32BE(4) === 0 ? null : findDigest(c1);
  if (found === null) {
    s1.writeUInt32BE(0, 4);
    return Buffer.concat([Buffer.of(VERSION), s1, c1]);
  }
  s1.writeUInt32BE(0x04_05_00_01, 4);
  const at = digestOffset(s1, found.scheme);
  digestWithout(s1, at, SERVER_KEY).copy(s1, at);
  const s2 = randomBytes(PACKET_BYTES);
  const signed = PACKET_BYTES - DIGEST_BYTES;
  const key = createHmac('sha256', SERVER_KEY_FULL).update(found.digest).digest();
  createHmac('sha256', key).update(s2.subarray(0, signed)).digest().copy(s2, signed);
  return Buffer.concat([Buffer.of(VERSION), s1, s2]);
}

function findDigest(c1: Buffer): { scheme: Scheme; digest: Buffer } | null {
  for (const scheme of SCHEMES) {
    const at = digestOffset(c1, scheme);
    const digest = c1.subarray(at, at + DIGEST_BYTES);
    if (digestWithout(c1, at, PLAYER_KEY).equals(digest)) return { scheme, digest };
  }
  return null;
}

function digestOffset(packet: Buffer, { pointer, base }: Scheme): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += packet.readUInt8(pointer + i);
  return base + (sum % DIGEST_RANGE);
}

/** The digest of a packet without the bytes of its digest. */
function digestWithout(packet: Buffer, at: number, key: Buffer): Buffer {
  const hash = createHmac('sha256', key);
  return hash
    .update(packet.subarray(0, at))
    .update(packet.subarray(at + DIGEST_BYTES))
    .digest();
}
