/** STUN messages as ICE agents send them (RFC 8489, RFC 8445 section 7.1). */
import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;

const ATTRIBUTE = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  xorMappedAddress: 0x0020,
  priority: 0x0024,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlling: 0x802a,
} as const;

export interface IceCredentials {
  readonly ufrag: string;
  readonly password: string;
}

/** The check by which a controlling agent nominates a pair of candidates. */
export function bindingRequest(local: IceCredentials, remote: IceCredentials): Buffer {
  const priority = Buffer.alloc(4);
  priority.writeUInt32BE(1_845_501_695);
  return message(BINDING_REQUEST, randomBytes(12), remote.password, [
    [ATTRIBUTE.username, Buffer.from(`${remote.ufrag}:${local.ufrag}`)],
    [ATTRIBUTE.priority, priority],
    [ATTRIBUTE.iceControlling, randomBytes(8)],
    [ATTRIBUTE.useCandidate, Buffer.alloc(0)],
  ]);
}

/** Answers a check that came from an IPv4 address. @returns null for anything else */
export function bindingResponse(
  request: Buffer,
  from: { readonly address: string; readonly port: number },
  local: IceCredentials,
): Buffer | null {
  if (request.length < HEADER_BYTES || request.readUInt16BE(0) !== BINDING_REQUEST) return null;
  const mapped = Buffer.alloc(8);
  mapped[1] = 1;
  mapped.writeUInt16BE(from.port ^ (MAGIC_COOKIE >>> 16), 2);
  const address = Buffer.from(from.address.split('.').map(Number)).readUInt32BE(0);
  mapped.writeUInt32BE((address ^ MAGIC_COOKIE) >>> 0, 4);
  return message(BINDING_SUCCESS, request.subarray(8, HEADER_BYTES), local.password, [
    [ATTRIBUTE.xorMappedAddress, mapped],
  ]);
}

export const isBindingSuccess = (bytes: Buffer): boolean =>
  bytes.length >= HEADER_BYTES && bytes.readUInt16BE(0) === BINDING_SUCCESS;

function message(
  type: number,
  transaction: Buffer,
  password: string,
  attributes: readonly (readonly [number, Buffer])[],
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  transaction.copy(header, 8);
  let bytes = Buffer.concat([header, ...attributes.map(([name, value]) => attribute(name, value))]);
  // Both are computed over a length that already counts them (RFC 8489 sections 14.5 and 14.7).
  bytes.writeUInt16BE(bytes.length + 24 - HEADER_BYTES, 2);
  const integrity = createHmac('sha1', password).update(bytes).digest();
  bytes = Buffer.concat([bytes, attribute(ATTRIBUTE.messageIntegrity, integrity)]);
  bytes.writeUInt16BE(bytes.length + 8 - HEADER_BYTES, 2);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE((crc32(bytes) ^ 0x5354554e) >>> 0);
  return Buffer.concat([bytes, attribute(ATTRIBUTE.fingerprint, fingerprint)]);
}

/** Padded to four bytes, which its length does not count. */
function attribute(type: number, value: Buffer): Buffer {
  const out = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  out.writeUInt16BE(type, 0);
  out.writeUInt16BE(value.length, 2);
  value.copy(out, 4);
  return out;
}
