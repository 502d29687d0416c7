/** AV1: AV1CodecConfigurationRecord (AV1-ISOBMFF section 2.3) and the sequence header OBU (AV1 section 5.5). */
import type { VideoTrack } from '../unit.ts';
import { BitReader } from './bit-reader.ts';
import { ByteReader } from './byte-reader.ts';
import { checkedFrameSize, plausibleFrameRate, twoDigits } from './codec-fields.ts';
import { invalid } from './format-error.ts';
import { sameBytes } from './nal.ts';
import { HAS_SIZE, leb128, OBU_SEQUENCE_HEADER, OBU_TEMPORAL_DELIMITER, obuAt } from './obu.ts';

/** Color primaries BT.709, transfer sRGB, identity matrix: RGB, which is never subsampled. */
const SRGB_IDENTITY = 0x01_0d_00;

/** The fields of a sequence header that this server needs. */
interface Av1Sequence {
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
  /** The first 4 bytes of av1C. */
  readonly recordHeader: Uint8Array;
}

/** The sequence header and its track; null before the first one. */
export interface Av1Config {
  readonly track: VideoTrack | null;
  readonly sequenceHeader: Uint8Array | null;
}

/**
 * Reads an av1C body. If it has no sequence header, the first keyframe has one.
 * @throws MediaFormatError
 */
export function readAv1C(configuration: Uint8Array): Av1Config {
  const reader = new ByteReader(configuration, 'The AV1 configuration (av1C)');
  const marker = reader.uint(1);
  if (marker !== 0x81) {
    throw invalid(`The AV1 configuration (av1C) begins with ${marker}, not 129 (marker and version 1).`);
  }
  reader.view(3);
  const sequenceHeader = findSequenceHeader(reader.view(reader.left));
  if (sequenceHeader === null) return { track: null, sequenceHeader };
  return { track: trackOf(readSequenceHeader(sequenceHeader), configuration), sequenceHeader };
}

function trackOf(sequence: Av1Sequence, configuration: Uint8Array): VideoTrack {
  const { codecString, width, height, frameRate } = sequence;
  return { kind: 'video', codec: 'av1', codecString, width, height, frameRate, configuration };
}

/**
 * Converts a frame to an MP4 sample, without temporal delimiters (AV1-ISOBMFF section 2.4).
 * @param scan whether to look for a sequence header: true for keyframes
 * @returns the sample with the configuration that applies from here on: a keyframe may have a new sequence header
 */
export function readAv1Frame(
  frame: Uint8Array,
  config: Av1Config,
  scan: boolean,
): { payload: Uint8Array; config: Av1Config } {
  const first = obuAt(frame, 0);
  const payload = first.type === OBU_TEMPORAL_DELIMITER ? frame.subarray(first.end) : frame;
  const found = scan ? findSequenceHeader(payload) : null;
  if (found === null) return { payload, config };
  if (config.sequenceHeader !== null && sameBytes(found, config.sequenceHeader)) return { payload, config };
  const track = trackOf(readSequenceHeader(found), writeAv1C(found));
  // The header is copied, since a view would keep the whole keyframe in memory.
  return { payload, config: { track, sequenceHeader: Uint8Array.from(found) } };
}

/** Writes an av1C body around a sequence header's body. */
function writeAv1C(sequenceHeader: Uint8Array): Uint8Array {
  const obuHeader = (OBU_SEQUENCE_HEADER << 3) | HAS_SIZE;
  const { recordHeader } = readSequenceHeader(sequenceHeader);
  return Buffer.concat([
    recordHeader,
    Uint8Array.of(obuHeader),
    leb128(sequenceHeader.length),
    sequenceHeader,
  ]);
}

/**
 * The body of the first sequence header OBU, or null.
 * @throws MediaFormatError if an OBU overruns
 */
function findSequenceHeader(obus: Uint8Array): Uint8Array | null {
  let position = 0;
  while (position < obus.length) {
    const obu = obuAt(obus, position);
    if (obu.type === OBU_SEQUENCE_HEADER) return obus.subarray(obu.start, obu.end);
    position = obu.end;
  }
  return null;
}

/** Reads the body of a sequence header OBU (section 5.5.1). @throws MediaFormatError */
function readSequenceHeader(body: Uint8Array): Av1Sequence {
  const bits = new BitReader(body, 'The AV1 sequence header');
  const profile = bits.bits(3);
  if (profile > 2) throw invalid(`The AV1 sequence header has profile ${profile}; profiles 0 to 2 exist.`);
  bits.skip(1);
  let frameRate: number | null = null;
  let level = 0;
  let tier = 0;
  const reduced = bits.flag();
  if (reduced) {
    level = bits.bits(5);
  } else {
    let delayBits = 0;
    if (bits.flag()) {
      frameRate = readTiming(bits);
      if (bits.flag()) {
        delayBits = bits.bits(5) + 1;
        bits.skip(32 + 5 + 5);
      }
    }
    const initialDelay = bits.flag();
    const points = bits.bits(5) + 1;
    for (let i = 0; i < points; i++) {
      bits.skip(12);
      const pointLevel = bits.bits(5);
      const pointTier = pointLevel > 7 ? bits.bits(1) : 0;
      if (i === 0) {
        level = pointLevel;
        tier = pointTier;
      }
      if (delayBits > 0 && bits.flag()) bits.skip(2 * delayBits + 1);
      if (initialDelay && bits.flag()) bits.skip(4);
    }
  }
  const widthBits = bits.bits(4) + 1;
  const heightBits = bits.bits(4) + 1;
  const size = checkedFrameSize(
    bits.bits(widthBits) + 1,
    bits.bits(heightBits) + 1,
    'The AV1 sequence header',
  );
  skipTools(bits, reduced);
  const color = readColor(bits, profile);
  const codecString = `av01.${profile}.${twoDigits(level)}${tier === 0 ? 'M' : 'H'}.${twoDigits(color.depth)}`;
  const recordHeader = Uint8Array.of(0x81, (profile << 5) | level, (tier << 7) | color.flags, 0);
  return { codecString, ...size, frameRate, recordHeader };
}

/** Reads timing_info (section 5.5.3). Null unless equal_picture_interval is set. */
function readTiming(bits: BitReader): number | null {
  const unitsInTick = bits.bits(32);
  const timeScale = bits.bits(32);
  if (!bits.flag()) return null;
  let zeros = 0;
  // uvlc (section 4.10.3)
  while (!bits.flag()) zeros += 1;
  const ticksPerPicture = zeros >= 32 ? 2 ** 32 : 2 ** zeros + bits.bits(zeros);
  return unitsInTick === 0 ? null : plausibleFrameRate(timeScale / unitsInTick / ticksPerPicture);
}

/** Skips the fields between the frame size and color_config (section 5.5.1). */
function skipTools(bits: BitReader, reduced: boolean): void {
  if (!reduced && bits.flag()) bits.skip(4 + 3);
  bits.skip(3);
  if (!reduced) {
    bits.skip(4);
    const orderHint = bits.flag();
    if (orderHint) bits.skip(2);
    // seq_choose_screen_content_tools, seq_force_screen_content_tools, seq_choose_integer_mv
    const screenContent = bits.flag() || bits.flag();
    if (screenContent && !bits.flag()) bits.skip(1);
    if (orderHint) bits.skip(3);
  }
  bits.skip(3);
}

/** Reads color_config (section 5.5.2); `flags` is av1C's third byte without the tier. */
function readColor(bits: BitReader, profile: number): { depth: number; flags: number } {
  const high = bits.flag();
  const twelve = profile === 2 && high && bits.flag();
  const mono = profile !== 1 && bits.flag();
  const described = bits.flag();
  const description = described ? bits.bits(24) : 0x02_02_02;
  let subsamplingX = profile === 1 ? 0 : 1;
  let subsamplingY = profile === 0 || mono ? 1 : 0;
  let position = 0;
  if (mono) {
    bits.skip(1);
  } else if (description === SRGB_IDENTITY) {
    subsamplingX = 0;
    subsamplingY = 0;
  } else {
    bits.skip(1);
    if (twelve) {
      subsamplingX = bits.bits(1);
      subsamplingY = subsamplingX === 1 ? bits.bits(1) : 0;
    }
    if (subsamplingX === 1 && subsamplingY === 1) position = bits.bits(2);
  }
  const flags =
    (Number(high) << 6) |
    (Number(twelve) << 5) |
    (Number(mono) << 4) |
    (subsamplingX << 3) |
    (subsamplingY << 2) |
    position;
  return { depth: twelve ? 12 : high ? 10 : 8, flags };
}
