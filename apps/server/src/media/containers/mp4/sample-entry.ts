import type { AudioTrack, Track, VideoTrack } from '../../unit.ts';
import { type Bytes, box, fourCC, fullBox, u16, u24, u32, zeros } from './box.ts';

/** The entry of `stsd` that describes how to decode a track's samples. */
export function sampleEntry(track: Track): Uint8Array {
  return track.kind === 'video' ? visualEntry(track) : audioEntry(track);
}

/** The entry of a video track (ISO/IEC 14496-12 section 12.1.3). */
function visualEntry(track: VideoTrack): Uint8Array {
  const [type, configuration] = visualTypes(track);
  return box(
    type,
    zeros(6), // reserved
    u16(1), // data_reference_index
    zeros(16), // pre_defined, reserved
    u16(track.width),
    u16(track.height),
    u32(0x0048_0000), // 72 dpi
    u32(0x0048_0000),
    zeros(4), // reserved
    u16(1), // frame_count
    zeros(32), // compressorname
    u16(0x0018), // depth
    u16(0xffff), // pre_defined
    configuration,
  );
}

function visualTypes(track: VideoTrack): readonly [string, Uint8Array] {
  const body = track.configuration;
  switch (track.codec) {
    case 'h264':
      return ['avc1', box('avcC', body)];
    case 'hevc':
      return ['hvc1', box('hvcC', body)];
    case 'av1':
      return ['av01', box('av1C', body)];
    case 'vp9':
      // vpcC is a full box, so the configuration begins with version and flags.
      return ['vp09', box('vpcC', body)];
  }
}

/** The entry of an audio track (ISO/IEC 14496-12 section 12.2.3). */
function audioEntry(track: AudioTrack): Uint8Array {
  const isAac = track.codec === 'aac';
  return box(
    isAac ? 'mp4a' : 'Opus',
    zeros(6), // reserved
    u16(1), // data_reference_index
    zeros(8), // reserved
    u16(track.channels),
    u16(16), // samplesize
    zeros(4), // pre_defined, reserved
    // The field is 16.16 fixed point: rates above 65,535 Hz do not fit; decoders use the configuration's rate.
    u32(track.sampleRate <= 0xffff ? track.sampleRate * 0x1_0000 : 0),
    isAac ? elementaryStream(track.configuration) : box('dOps', track.configuration),
  );
}

/** An ES descriptor around AudioSpecificConfig (ISO/IEC 14496-14 section 3.1 and 14496-1 section 7.2.6). */
function elementaryStream(audioSpecificConfig: Uint8Array): Uint8Array {
  const decoderConfig = descriptor(
    0x04,
    [0x40], // objectTypeIndication: MPEG-4 audio
    [0x15], // streamType audio, upStream 0, reserved 1
    u24(0), // bufferSizeDB
    u32(0), // maxBitrate
    u32(0), // avgBitrate: variable
    descriptor(0x05, audioSpecificConfig),
  );
  const slConfig = descriptor(0x06, [0x02]);
  return fullBox('esds', 0, 0, descriptor(0x03, u16(1), [0], decoderConfig, slConfig));
}

/** A descriptor: a tag, a length in as few seven-bit groups as needed (14496-1 section 8.3.3), and the content. */
function descriptor(tag: number, ...content: readonly Bytes[]): number[] {
  const body = content.flatMap((bytes) => Array.from(bytes));
  const length: number[] = [body.length & 0x7f];
  for (let rest = body.length >>> 7; rest > 0; rest >>>= 7) length.unshift((rest & 0x7f) | 0x80);
  return [tag, ...length, ...body];
}

/** The compatible brands of a file with this track (`ftyp`). */
export function brands(track: Track): number[] {
  const codecBrand = track.codec === 'av1' ? ['av01'] : [];
  return ['iso6', 'cmfc', ...codecBrand].flatMap(fourCC);
}
