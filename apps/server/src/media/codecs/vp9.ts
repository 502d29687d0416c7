/** VP9: VPCodecConfigurationRecord (VP-ISOBMFF section 2.2) and the uncompressed header (VP9 section 6.2). */
import type { VideoTrack } from '../unit.ts';
import { BitReader } from './bit-reader.ts';
import { ByteReader } from './byte-reader.ts';
import { checkedFrameSize, twoDigits } from './codec-fields.ts';
import { invalid } from './format-error.ts';

/** vpcC is a FullBox, so its body begins with version 1 and no flags. */
const FULL_BOX_HEADER = Uint8Array.of(1, 0, 0, 0);
const RECORD_BYTES = 8;

/** The record's fields. The frame size is in each keyframe instead. */
export interface Vp9Config {
  readonly codecString: string;
  /** The body of vpcC, version and flags included. */
  readonly configuration: Uint8Array;
}

/** Reads a vpcC body. Encoders send it over RTMP with or without the box's version and flags. @throws MediaFormatError */
export function readVpcC(bytes: Uint8Array): Vp9Config {
  const boxed = bytes.length >= RECORD_BYTES + 4 && FULL_BOX_HEADER.every((byte, i) => bytes[i] === byte);
  const record = boxed ? bytes.subarray(4) : bytes;
  const reader = new ByteReader(record, 'The VP9 configuration (vpcC)');
  const profile = reader.uint(1);
  const level = reader.uint(1);
  const depth = reader.uint(1) >> 4;
  reader.view(RECORD_BYTES - 3);
  if (profile > 3 || (depth !== 8 && depth !== 10 && depth !== 12)) {
    throw invalid(
      `The VP9 configuration (vpcC) has profile ${profile} with ${depth} bits; profiles 0 to 3 with 8, 10 or 12 bits exist.`,
    );
  }
  const codecString = `vp09.${twoDigits(profile)}.${twoDigits(level)}.${twoDigits(depth)}`;
  return { codecString, configuration: boxed ? bytes : Buffer.concat([FULL_BOX_HEADER, record]) };
}

/** The track of a configuration and a keyframe, which has the frame size. */
export function vp9Track(config: Vp9Config, keyframe: Uint8Array): VideoTrack {
  const { width, height } = readVp9KeyframeSize(keyframe);
  return { kind: 'video', codec: 'vp9', ...config, width, height, frameRate: null };
}

/** Reads width and height from a keyframe's uncompressed header. @throws MediaFormatError */
export function readVp9KeyframeSize(frame: Uint8Array): { width: number; height: number } {
  const bits = new BitReader(frame, 'A VP9 keyframe');
  if (bits.bits(2) !== 2) throw invalid('A VP9 frame does not begin with the frame marker.');
  const profile = bits.bits(1) + 2 * bits.bits(1);
  if (profile === 3) bits.skip(1);
  const shownAgain = bits.flag();
  const interFrame = bits.flag();
  if (shownAgain || interFrame)
    throw invalid('A VP9 frame is sent as a keyframe but its header says otherwise.');
  bits.skip(2);
  if (bits.bits(24) !== 0x498342) throw invalid('A VP9 keyframe lacks its sync code.');
  // color_config (section 7.2.2)
  if (profile >= 2) bits.skip(1);
  const rgb = bits.bits(3) === 7;
  if (!rgb) bits.skip(1);
  if (profile === 1 || profile === 3) bits.skip(rgb ? 1 : 3);
  return checkedFrameSize(bits.bits(16) + 1, bits.bits(16) + 1, 'A VP9 keyframe');
}
