/** Frames to RTP packets, once for all viewers of a feed. */
import type { Track } from '../../unit.ts';
import { av1Payloads } from './av1-packetizer.ts';
import { h264Payloads, hevcPayloads } from './nal-packetizer.ts';
import { type PacketizedFrame, type Pieces, packetsOf } from './rtp-packets.ts';
import { vp9Payloads } from './vp9-packetizer.ts';

export type RtpCodec = Track['codec'];

/** @param payload as `rtpPayloadOf` makes it @throws MediaFormatError where it is not whole */
export const packetize = (codec: RtpCodec, payload: Uint8Array, keyframe: boolean): PacketizedFrame =>
  packetsOf(payloadsOf(codec, payload, keyframe));

function payloadsOf(codec: RtpCodec, payload: Uint8Array, keyframe: boolean): Pieces[] {
  if (codec === 'h264') return h264Payloads(payload);
  if (codec === 'hevc') return hevcPayloads(payload);
  if (codec === 'av1') return av1Payloads(payload);
  if (codec === 'vp9') return vp9Payloads(payload, keyframe);
  return [[payload]];
}
