/** H.264: AVCDecoderConfigurationRecord (ISO/IEC 14496-15 section 5.3.3.1) and the SPS (H.264 section 7.3.2.1.1). */
import type { VideoTrack } from '../unit.ts';
import { BitReader } from './bit-reader.ts';
import { ByteReader } from './byte-reader.ts';
import { checkedFrameSize, hexByte, plausibleFrameRate } from './codec-fields.ts';
import { invalid, MediaFormatError } from './format-error.ts';
import { areKnown, unescapeNal, walkNals } from './nal.ts';

const NAL_SPS = 7;
const NAL_PPS = 8;

/** Profiles whose SPS names a chroma format and scaling lists (section 7.3.2.1.1). */
const HIGH_PROFILES: ReadonlySet<number> = new Set([
  44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
]);

/** Profiles whose record ends with chroma format and bit depths (ISO/IEC 14496-15 section 5.3.3.1.2). */
const RECORD_EXTENSION_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 144]);

/** The fields of an SPS that this server needs. */
export interface H264Sps {
  readonly profile: number;
  readonly constraints: number;
  readonly level: number;
  readonly chromaFormat: number;
  readonly lumaBits: number;
  readonly chromaBits: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
}

/** A track, and the properties that are needed to read its frames. */
export interface H264Config {
  readonly track: VideoTrack;
  /** The size of the length field before each NAL unit: 1, 2 or 4 bytes. */
  readonly lengthSize: number;
  readonly sps: readonly Uint8Array[];
  readonly pps: readonly Uint8Array[];
}

/** Reads an avcC body. @throws MediaFormatError */
export function readAvcC(configuration: Uint8Array): H264Config {
  const reader = new ByteReader(configuration, 'The H.264 configuration (avcC)');
  const version = reader.uint(1);
  if (version !== 1) throw invalid(`The H.264 configuration (avcC) has version ${version}, not 1.`);
  reader.view(3);
  const lengthSize = (reader.uint(1) & 3) + 1;
  if (lengthSize === 3)
    throw invalid('The H.264 configuration (avcC) has NAL unit lengths of 3 bytes, which are not allowed.');
  const sps = parameterSets(reader, reader.uint(1) & 31);
  const pps = parameterSets(reader, reader.uint(1));
  const [first] = sps;
  if (first === undefined || pps.length === 0) {
    throw invalid(
      `The H.264 configuration (avcC) has ${sps.length} SPS and ${pps.length} PPS; it needs one of each.`,
    );
  }
  return { track: trackOf(readSps(first), configuration), lengthSize, sps, pps };
}

function parameterSets(reader: ByteReader, count: number): Uint8Array[] {
  const sets: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const set = reader.view(reader.uint(2));
    if (set.length > 0) sets.push(set);
  }
  return sets;
}

function trackOf(sps: H264Sps, configuration: Uint8Array): VideoTrack {
  return {
    kind: 'video',
    codec: 'h264',
    codecString: `avc1.${hexByte(sps.profile)}${hexByte(sps.constraints)}${hexByte(sps.level)}`,
    width: sps.width,
    height: sps.height,
    frameRate: sps.frameRate,
    configuration,
  };
}

/** Reads an SPS NAL unit, header included. @throws MediaFormatError */
export function readSps(nal: Uint8Array): H264Sps {
  const bits = new BitReader(unescapeNal(nal), 'The H.264 SPS');
  const nalType = bits.bits(8) & 31;
  if (nalType !== NAL_SPS) throw invalid(`An H.264 SPS has NAL unit type ${nalType}, not ${NAL_SPS}.`);
  const profile = bits.bits(8);
  const constraints = bits.bits(8);
  const level = bits.bits(8);
  bits.boundedExp(31, 'seq_parameter_set_id');
  let chromaFormat = 1;
  let separatePlanes = false;
  let lumaBits = 8;
  let chromaBits = 8;
  if (HIGH_PROFILES.has(profile)) {
    chromaFormat = bits.boundedExp(3, 'chroma_format_idc');
    if (chromaFormat === 3) separatePlanes = bits.flag();
    lumaBits = 8 + bits.boundedExp(6, 'bit_depth_luma_minus8');
    chromaBits = 8 + bits.boundedExp(6, 'bit_depth_chroma_minus8');
    bits.skip(1);
    if (bits.flag()) skipScalingLists(bits, chromaFormat === 3 ? 12 : 8);
  }
  bits.boundedExp(12, 'log2_max_frame_num_minus4');
  const orderType = bits.boundedExp(2, 'pic_order_cnt_type');
  if (orderType === 0) bits.boundedExp(12, 'log2_max_pic_order_cnt_lsb_minus4');
  if (orderType === 1) {
    bits.skip(1);
    bits.signedExp();
    bits.signedExp();
    const cycle = bits.boundedExp(255, 'num_ref_frames_in_pic_order_cnt_cycle');
    for (let i = 0; i < cycle; i++) bits.signedExp();
  }
  bits.boundedExp(16, 'max_num_ref_frames');
  bits.skip(1);
  const widthInBlocks = bits.boundedExp(1023, 'pic_width_in_mbs_minus1') + 1;
  const heightInBlocks = bits.boundedExp(1023, 'pic_height_in_map_units_minus1') + 1;
  const progressive = bits.flag();
  if (!progressive) bits.skip(1);
  bits.skip(1);
  const fields = progressive ? 1 : 2;
  const { width, height } = cropped(bits, {
    width: widthInBlocks * 16,
    height: heightInBlocks * 16 * fields,
    // CropUnitX and CropUnitY (section 7.4.2.1.1) depend on chroma subsampling, and on whether rows are counted in
    // fields.
    unitX: !separatePlanes && (chromaFormat === 1 || chromaFormat === 2) ? 2 : 1,
    unitY: (!separatePlanes && chromaFormat === 1 ? 2 : 1) * fields,
  });
  return {
    profile,
    constraints,
    level,
    chromaFormat,
    lumaBits,
    chromaBits,
    width,
    height,
    frameRate: vuiRate(bits),
  };
}

function skipScalingLists(bits: BitReader, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (!bits.flag()) continue;
    let last = 8;
    let next = 8;
    for (let i = 0; i < (list < 6 ? 16 : 64) && next !== 0; i++) {
      next = (last + bits.signedExp() + 256) & 255;
      if (next !== 0) last = next;
    }
  }
}

function cropped(
  bits: BitReader,
  coded: { width: number; height: number; unitX: number; unitY: number },
): { width: number; height: number } {
  let { width, height } = coded;
  if (bits.flag()) {
    width -= (bits.exp() + bits.exp()) * coded.unitX;
    height -= (bits.exp() + bits.exp()) * coded.unitY;
  }
  return checkedFrameSize(width, height, 'The H.264 SPS');
}

/** The VUI's frame rate (section E.1.1), or null; a truncated VUI is ignored. */
function vuiRate(bits: BitReader): number | null {
  try {
    if (!bits.flag()) return null;
    if (bits.flag() && bits.bits(8) === 255) bits.skip(32);
    if (bits.flag()) bits.skip(1);
    if (bits.flag()) {
      bits.skip(4);
      if (bits.flag()) bits.skip(24);
    }
    if (bits.flag()) {
      bits.exp();
      bits.exp();
    }
    if (!bits.flag()) return null;
    const unitsInTick = bits.bits(32);
    const timeScale = bits.bits(32);
    // A tick is the duration of a field; a frame has two.
    return unitsInTick === 0 ? null : plausibleFrameRate(timeScale / (2 * unitsInTick));
  } catch (error) {
    if (error instanceof MediaFormatError) return null;
    throw error;
  }
}

/**
 * Checks a frame. Some encoders change the resolution with new parameter sets in a keyframe, without a new avcC.
 * @param scan whether to look for parameter sets: true for keyframes, since no other frame starts a new sequence
 * @returns the frame with the configuration that applies from here on
 */
export function readH264Frame(
  frame: Uint8Array,
  config: H264Config,
  scan: boolean,
): { payload: Uint8Array; config: H264Config } {
  if (!scan) return { payload: walkNals(frame, config.lengthSize, null), config };
  const sps: Uint8Array[] = [];
  const pps: Uint8Array[] = [];
  const payload = walkNals(frame, config.lengthSize, (start, end) => {
    const type = (frame[start] ?? 0) & 31;
    if (type === NAL_SPS) sps.push(frame.subarray(start, end));
    else if (type === NAL_PPS) pps.push(frame.subarray(start, end));
  });
  const newSps = !areKnown(sps, config.sps);
  const newPps = !areKnown(pps, config.pps);
  if (!newSps && !newPps) return { payload, config };
  // An encoder that begins a sequence sends all of its sets, so the frame's sets replace the known ones.
  const configuration = writeAvcC(newSps ? sps : config.sps, newPps ? pps : config.pps, config.lengthSize);
  return { payload, config: readAvcC(configuration) };
}

/** Writes an avcC body with these parameter sets; profile and level are those of the first SPS. */
export function writeAvcC(
  sps: readonly Uint8Array[],
  pps: readonly Uint8Array[],
  lengthSize: number,
): Uint8Array {
  const [first] = sps;
  if (sps.length > 31 || pps.length > 255)
    throw invalid(
      `An H.264 keyframe has ${sps.length} SPS and ${pps.length} PPS; at most 31 and 255 are allowed.`,
    );
  if (first === undefined) throw invalid('An H.264 configuration needs an SPS.');
  const { profile, constraints, level, chromaFormat, lumaBits, chromaBits } = readSps(first);
  const parts: Uint8Array[] = [Uint8Array.of(1, profile, constraints, level, 0xfc | (lengthSize - 1))];
  parts.push(Uint8Array.of(0xe0 | sps.length));
  for (const set of sps) parts.push(Uint8Array.of(set.length >> 8, set.length & 255), set);
  parts.push(Uint8Array.of(pps.length));
  for (const set of pps) parts.push(Uint8Array.of(set.length >> 8, set.length & 255), set);
  if (RECORD_EXTENSION_PROFILES.has(profile)) {
    parts.push(Uint8Array.of(0xfc | chromaFormat, 0xf8 | (lumaBits - 8), 0xf8 | (chromaBits - 8), 0));
  }
  return Buffer.concat(parts);
}
