/** Splits VP9 frames into RTP payloads (RFC 9628 section 4.2), without layers and picture ids. */
import { MAX_PAYLOAD_BYTES, type Pieces } from './rtp-packets.ts';

const INTER_PREDICTED = 0x40;
const BEGINS_FRAME = 0x08;
const ENDS_FRAME = 0x04;

export function vp9Payloads(frame: Uint8Array, keyframe: boolean): Pieces[] {
  const size = Math.ceil(frame.length / Math.ceil(frame.length / (MAX_PAYLOAD_BYTES - 1)));
  const payloads: Pieces[] = [];
  for (let at = 0; at < frame.length; at += size) {
    const descriptor =
      (keyframe ? 0 : INTER_PREDICTED) |
      (at === 0 ? BEGINS_FRAME : 0) |
      (at + size >= frame.length ? ENDS_FRAME : 0);
    payloads.push([Uint8Array.of(descriptor), frame.subarray(at, at + size)]);
  }
  return payloads;
}
