/** HEVC: HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 section 8.3.3.1) and the SPS (H.265 section 7.3.2.2). */
import type { VideoTrack } from '../unit.ts';
import { BitReader } from './bit-reader.ts';
import { ByteReader } from './byte-reader.ts';
import { checkedFrameSize, plausibleFrameRate } from './codec-fields.ts';
import { invalid, MediaFormatError } from './format-error.ts';
import { areKnown, unescapeNal, walkNals } from './nal.ts';

const NAL_VPS = 32;
const NAL_SPS = 33;
const NAL_PPS = 34;
const RECORD_HEADER_BYTES = 22;

type ParameterSets = ReadonlyMap<number, readonly Uint8Array[]>;

/** The fields of an SPS that this server needs. */
interface HevcSps {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
  readonly chromaFormat: number;
  readonly lumaBits: number;
  readonly chromaBits: number;
  readonly temporalLayers: number;
  readonly temporalNesting: boolean;
  /** The 12 bytes from general_profile_space to general_level_idc, which are the same in the configuration record. */
  readonly profileTierLevel: Uint8Array;
}

/** A track, and the properties that are needed to read its frames. */
export interface HevcConfig {
  readonly track: VideoTrack;
  readonly lengthSize: number;
  readonly sets: ParameterSets;
}

/** Reads an hvcC body. @throws MediaFormatError */
export function readHvcC(configuration: Uint8Array): HevcConfig {
  const reader = new ByteReader(configuration, 'The HEVC configuration (hvcC)');
  // Encoders that follow the draft write version 0; the layout is the same.
  const version = reader.uint(1);
  if (version > 1) throw invalid(`The HEVC configuration (hvcC) has version ${version}, not 1.`);
  const profileTierLevel = reader.view(12);
  reader.view(8);
  const lengthSize = (reader.uint(1) & 3) + 1;
  if (lengthSize === 3)
    throw invalid('The HEVC configuration (hvcC) has NAL unit lengths of 3 bytes, which are not allowed.');
  const sets = new Map<number, Uint8Array[]>();
  const arrays = reader.uint(1);
  for (let i = 0; i < arrays; i++) {
    const type = reader.uint(1) & 63;
    const count = reader.uint(2);
    const list = sets.get(type) ?? [];
    sets.set(type, list);
    for (let j = 0; j < count; j++) list.push(reader.view(reader.uint(2)));
  }
  const [sps] = sets.get(NAL_SPS) ?? [];
  if (sps === undefined || !sets.get(NAL_VPS)?.length || !sets.get(NAL_PPS)?.length) {
    throw invalid('The HEVC configuration (hvcC) must hold a VPS, an SPS and a PPS.');
  }
  const { width, height, frameRate } = readHevcSps(sps);
  const track: VideoTrack = {
    kind: 'video',
    codec: 'hevc',
    codecString: codecString(profileTierLevel),
    width,
    height,
    frameRate,
    configuration,
  };
  return { track, lengthSize, sets };
}

/** Writes profile, reversed compatibility flags, tier and level, and constraints (ISO/IEC 14496-15 annex E.3). */
function codecString(profileTierLevel: Uint8Array): string {
  const reader = new ByteReader(profileTierLevel, 'The HEVC profile');
  const first = reader.uint(1);
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const tier = (first & 0x20) === 0 ? 'L' : 'H';
  let compatibility = reader.uint(4);
  let reversed = 0;
  for (let i = 0; i < 32; i++) {
    reversed = reversed * 2 + (compatibility % 2);
    compatibility = Math.floor(compatibility / 2);
  }
  const constraints = [...reader.view(6)];
  while (constraints.at(-1) === 0) constraints.pop();
  const parts = [`hvc1.${space}${first & 31}`, reversed.toString(16), `${tier}${reader.uint(1)}`];
  for (const byte of constraints) parts.push(byte.toString(16));
  return parts.join('.');
}

/** Reads an SPS NAL unit, header included. @throws MediaFormatError */
function readHevcSps(nal: Uint8Array): HevcSps {
  const rbsp = unescapeNal(nal);
  const bits = new BitReader(rbsp, 'The HEVC SPS');
  const nalType = (bits.bits(16) >> 9) & 63;
  if (nalType !== NAL_SPS) throw invalid(`An HEVC SPS has NAL unit type ${nalType}, not ${NAL_SPS}.`);
  bits.skip(4);
  const subLayers = bits.bits(3);
  if (subLayers > 6)
    throw invalid(`The HEVC SPS has ${subLayers + 1} temporal layers, which exceeds the limit of 7.`);
  const temporalNesting = bits.flag();
  const profileTierLevel = rbsp.subarray(3, 15);
  skipProfileTierLevel(bits, subLayers);
  bits.boundedExp(15, 'sps_seq_parameter_set_id');
  const chromaFormat = bits.boundedExp(3, 'chroma_format_idc');
  const separatePlanes = chromaFormat === 3 && bits.flag();
  let width = bits.boundedExp(65_535, 'pic_width_in_luma_samples');
  let height = bits.boundedExp(65_535, 'pic_height_in_luma_samples');
  if (bits.flag()) {
    // SubWidthC and SubHeightC, table 6-1.
    const unitX = !separatePlanes && (chromaFormat === 1 || chromaFormat === 2) ? 2 : 1;
    const unitY = !separatePlanes && chromaFormat === 1 ? 2 : 1;
    width -= (bits.exp() + bits.exp()) * unitX;
    height -= (bits.exp() + bits.exp()) * unitY;
  }
  checkedFrameSize(width, height, 'The HEVC SPS');
  const lumaBits = 8 + bits.boundedExp(8, 'bit_depth_luma_minus8');
  const chromaBits = 8 + bits.boundedExp(8, 'bit_depth_chroma_minus8');
  const frameRate = findVuiRate(bits, subLayers);
  const temporalLayers = subLayers + 1;
  return {
    width,
    height,
    frameRate,
    chromaFormat,
    lumaBits,
    chromaBits,
    temporalLayers,
    temporalNesting,
    profileTierLevel,
  };
}

/** Skips profile_tier_level (section 7.3.3). */
function skipProfileTierLevel(bits: BitReader, subLayers: number): void {
  bits.skip(96);
  let present = 0;
  for (let i = 0; i < subLayers; i++) present += (bits.flag() ? 88 : 0) + (bits.flag() ? 8 : 0);
  if (subLayers > 0) bits.skip((8 - subLayers) * 2);
  bits.skip(present);
}

/** The VUI's frame rate, after skipping the fields before it, or null; truncated fields are ignored. */
function findVuiRate(bits: BitReader, subLayers: number): number | null {
  try {
    const orderBits = bits.boundedExp(12, 'log2_max_pic_order_cnt_lsb_minus4') + 4;
    for (let i = bits.flag() ? 0 : subLayers; i <= subLayers; i++) {
      bits.exp();
      bits.exp();
      bits.exp();
    }
    for (let i = 0; i < 6; i++) bits.exp();
    if (bits.flag() && bits.flag()) skipScalingLists(bits);
    bits.skip(2);
    if (bits.flag()) {
      bits.skip(8);
      bits.exp();
      bits.exp();
      bits.skip(1);
    }
    skipShortTermSets(bits, bits.boundedExp(64, 'num_short_term_ref_pic_sets'));
    if (bits.flag()) {
      const longTerm = bits.boundedExp(32, 'num_long_term_ref_pics_sps');
      bits.skip(longTerm * (orderBits + 1));
    }
    bits.skip(2);
    return bits.flag() ? vuiRate(bits) : null;
  } catch (error) {
    if (error instanceof MediaFormatError) return null;
    throw error;
  }
}

/** Skips scaling_list_data (section 7.3.4). */
function skipScalingLists(bits: BitReader): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!bits.flag()) {
        bits.exp();
        continue;
      }
      if (size > 1) bits.signedExp();
      const coefficients = Math.min(64, 1 << (4 + size * 2));
      for (let i = 0; i < coefficients; i++) bits.signedExp();
    }
  }
}

/** Skips st_ref_pic_set (section 7.3.7). Each set depends only on the number of pictures in the previous one. */
function skipShortTermSets(bits: BitReader, sets: number): void {
  let pictures = 0;
  for (let set = 0; set < sets; set++) {
    if (set > 0 && bits.flag()) {
      bits.skip(1);
      bits.exp();
      let kept = 0;
      for (let i = 0; i <= pictures; i++) {
        if (bits.flag() || bits.flag()) kept += 1;
      }
      pictures = kept;
    } else {
      const negative = bits.boundedExp(16, 'num_negative_pics');
      const positive = bits.boundedExp(16, 'num_positive_pics');
      pictures = negative + positive;
      for (let i = 0; i < pictures; i++) {
        bits.exp();
        bits.skip(1);
      }
    }
  }
}

/** Reads vui_parameters (section E.2.1) up to the timing. */
function vuiRate(bits: BitReader): number | null {
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
  bits.skip(3);
  if (bits.flag()) for (let i = 0; i < 4; i++) bits.exp();
  if (!bits.flag()) return null;
  const unitsInTick = bits.bits(32);
  const timeScale = bits.bits(32);
  return unitsInTick === 0 ? null : plausibleFrameRate(timeScale / unitsInTick);
}

/** Reads a frame like `readH264Frame`. */
export function readHevcFrame(
  frame: Uint8Array,
  config: HevcConfig,
  scan: boolean,
): { payload: Uint8Array; config: HevcConfig } {
  if (!scan) return { payload: walkNals(frame, config.lengthSize, null), config };
  const found = new Map<number, Uint8Array[]>();
  const payload = walkNals(frame, config.lengthSize, (start, end) => {
    const type = ((frame[start] ?? 0) >> 1) & 63;
    if (type < NAL_VPS || type > NAL_PPS) return;
    const list = found.get(type);
    if (list === undefined) found.set(type, [frame.subarray(start, end)]);
    else list.push(frame.subarray(start, end));
  });
  const sets = new Map(config.sets);
  for (const [type, list] of found) {
    if (!areKnown(list, config.sets.get(type) ?? [])) sets.set(type, list);
    else found.delete(type);
  }
  if (found.size === 0) return { payload, config };
  return { payload, config: readHvcC(writeHvcC(sets, config.lengthSize)) };
}

/** Writes an hvcC body with these parameter sets; profile, level and format are those of the first SPS. */
export function writeHvcC(sets: ParameterSets, lengthSize: number): Uint8Array {
  const [first] = sets.get(NAL_SPS) ?? [];
  if (first === undefined) throw invalid('An HEVC configuration needs an SPS.');
  const sps = readHevcSps(first);
  const header = Buffer.alloc(RECORD_HEADER_BYTES + 1);
  header[0] = 1;
  header.set(sps.profileTierLevel, 1);
  header.writeUInt16BE(0xf000, 13);
  header[15] = 0xfc;
  header[16] = 0xfc | sps.chromaFormat;
  header[17] = 0xf8 | (sps.lumaBits - 8);
  header[18] = 0xf8 | (sps.chromaBits - 8);
  header[21] = (sps.temporalLayers << 3) | (sps.temporalNesting ? 4 : 0) | (lengthSize - 1);
  header[22] = sets.size;
  const parts: Uint8Array[] = [header];
  for (const [type, list] of [...sets].sort(([a], [b]) => a - b)) {
    parts.push(Uint8Array.of(0x80 | type, list.length >> 8, list.length & 255));
    for (const set of list) parts.push(Uint8Array.of(set.length >> 8, set.length & 255), set);
  }
  return Buffer.concat(parts);
}
