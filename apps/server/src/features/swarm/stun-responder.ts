/**
 * Answers STUN binding requests (RFC 8489), by which a browser learns the address that others see of it. The UDP port of
 * WebRTC cannot do it, since its library ignores requests without a user name (docs/decisions/030).
 */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { networkOf } from '#platform/network/network.ts';
import { TokenBucket } from '#platform/network/token-bucket.ts';

const HEADER_BYTES = 20;
const MAX_REQUEST_BYTES = 548;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const XOR_MAPPED_ADDRESS = 0x0020;
const MAGIC_COOKIE = 0x2112a442;

/** Sources of datagrams can be forged, so that answers go to strangers: few to each, and few in all. */
const PER_SECOND = 1_000;
const PER_NETWORK_AND_SECOND = 20;
const MAX_NETWORKS = 20_000;

export interface StunResponderOptions {
  readonly host: string;
  readonly port: number;
  onError(error: unknown): void;
}

export interface StunResponder {
  /** Resolves with the actual port, also when 0 was requested. */
  readonly listening: Promise<number>;
  close(): void;
}

export function startStunResponder({ host, port, onError }: StunResponderOptions): StunResponder {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const all = new TokenBucket(PER_SECOND, PER_SECOND);
  /** Answers of this second. */
  const byNetwork = new Map<string, number>();
  const timer = setInterval(() => byNetwork.clear(), 1_000);

  function admits(address: string): boolean {
    const network = networkOf(address);
    const count = (byNetwork.get(network) ?? 0) + 1;
    if (count > PER_NETWORK_AND_SECOND || byNetwork.size >= MAX_NETWORKS) return false;
    byNetwork.set(network, count);
    return all.take();
  }

  socket.on('message', (message, from) => {
    const answer = answerTo(message, from);
    // An answer that cannot be sent is asked for again.
    if (answer !== null && admits(from.address)) socket.send(answer, from.port, from.address, () => {});
  });
  const listening = new Promise<number>((resolve) => {
    socket.once('listening', () => resolve(socket.address().port));
  });
  socket.on('error', onError);
  socket.bind(port, host);
  return {
    listening,
    close() {
      clearInterval(timer);
      socket.close();
    },
  };
}

/** @returns null for a datagram that is no binding request */
export function answerTo(
  request: Buffer,
  { address, port }: Pick<RemoteInfo, 'address' | 'port'>,
): Buffer | null {
  if (request.length < HEADER_BYTES || request.length > MAX_REQUEST_BYTES) return null;
  if (request.readUInt16BE(0) !== BINDING_REQUEST || request.readUInt32BE(4) !== MAGIC_COOKIE) return null;
  if (request.readUInt16BE(2) !== request.length - HEADER_BYTES || request.length % 4 !== 0) return null;
  const bytes = bytesOf(address);
  const attribute = Buffer.alloc(8 + bytes.length);
  attribute.writeUInt16BE(XOR_MAPPED_ADDRESS, 0);
  attribute.writeUInt16BE(4 + bytes.length, 2);
  attribute.writeUInt8(bytes.length === 4 ? 1 : 2, 5);
  attribute.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 6);
  // The address is combined with the cookie and the transaction id, which follow on each other (section 14.2).
  for (const [index, byte] of bytes.entries()) attribute[8 + index] = byte ^ (request[4 + index] ?? 0);
  const header = Buffer.from(request.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(BINDING_SUCCESS, 0);
  header.writeUInt16BE(attribute.length, 2);
  return Buffer.concat([header, attribute]);
}

/** The bytes of an IP address. An IPv4 address that a socket for both families reports is one of IPv4. */
function bytesOf(address: string): Uint8Array {
  const [, ipv4 = address] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  if (!ipv4.includes(':')) return Uint8Array.from(ipv4.split('.').map(Number));
  const [head = '', tail] = (ipv4.split('%')[0] ?? '').split('::');
  const groupsOf = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const groups = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
