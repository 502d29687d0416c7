import type { RtmpMessage } from './chunk-reader.ts';

const EXTENDED = 0xff_ff_ff;

/**
 * Writes a message as chunks of format 0 and 3 (RTMP specification section 5.3.1). A server sends encoders so little
 * that shorter headers would save nothing.
 * @param chunkStream 2 to 65599
 * @param chunkSize the last Set Chunk Size sent to the peer
 */
export function writeChunks(chunkStream: number, message: RtmpMessage, chunkSize: number): Buffer {
  const { body, timestamp } = message;
  const extended = timestamp >= EXTENDED;
  const basic = basicHeader(0, chunkStream);
  const header = Buffer.alloc(basic.length + 11);
  basic.copy(header);
  header.writeUIntBE(extended ? EXTENDED : timestamp, basic.length, 3);
  header.writeUIntBE(body.length, basic.length + 3, 3);
  header.writeUInt8(message.type, basic.length + 6);
  header.writeUInt32LE(message.streamId, basic.length + 7);
  const time = Buffer.alloc(extended ? 4 : 0);
  if (extended) time.writeUInt32BE(timestamp);
  const again = Buffer.concat([basicHeader(3, chunkStream), time]);
  const parts: Buffer[] = [header, time];
  for (let at = 0; at < body.length; at += chunkSize) {
    if (at > 0) parts.push(again);
    parts.push(body.subarray(at, at + chunkSize));
  }
  return Buffer.concat(parts);
}

/** The basic header (section 5.3.1.1): one, two or three bytes. */
export function basicHeader(format: number, chunkStream: number): Buffer {
  const top = format << 6;
  if (chunkStream < 64) return Buffer.of(top | chunkStream);
  const rest = chunkStream - 64;
  return rest < 256 ? Buffer.of(top, rest) : Buffer.of(top | 1, rest & 255, rest >> 8);
}
