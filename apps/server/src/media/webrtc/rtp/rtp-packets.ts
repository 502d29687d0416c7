/** RTP packets of a frame, which all viewers share: only fields of their headers differ (RFC 3550 section 5.1). */

export const RTP_HEADER_BYTES = 12;
/**
 * The most bytes of a payload. With the headers of IPv6, UDP and RTP and the tag of SRTP, packets fit an MTU of 1,280
 * bytes, which every network carries, also where a TURN server adds four bytes.
 */
export const MAX_PAYLOAD_BYTES = 1_188;
const VERSION = 0x80;
const MARKER = 0x80;

/** The pieces of a payload, in their order. */
export type Pieces = readonly Uint8Array[];

/** The packets of a frame in one piece of memory. Their headers are written before each is sent. */
export interface PacketizedFrame {
  readonly packets: readonly Buffer[];
  readonly bytes: number;
}

export interface RtpHeader {
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

/** @param payloads of the packets; the last one ends the frame */
export function packetsOf(payloads: readonly Pieces[]): PacketizedFrame {
  const sizes = payloads.map((pieces) => pieces.reduce((sum, piece) => sum + piece.length, RTP_HEADER_BYTES));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const memory = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  const packets = payloads.map((pieces, index) => {
    const packet = memory.subarray(at, at + (sizes[index] ?? 0));
    at += packet.length;
    packet[0] = VERSION;
    packet[1] = index === payloads.length - 1 ? MARKER : 0;
    let offset = RTP_HEADER_BYTES;
    for (const piece of pieces) {
      packet.set(piece, offset);
      offset += piece.length;
    }
    return packet;
  });
  return { packets, bytes };
}

/** The native library copies a packet when it is sent, so the next viewer's header can replace this one. */
export function writeHeader(packet: Buffer, { payloadType, sequence, timestamp, ssrc }: RtpHeader): void {
  packet[1] = ((packet[1] ?? 0) & MARKER) | payloadType;
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(timestamp, 4);
  packet.writeUInt32BE(ssrc, 8);
}
