import { TIMESCALE, type Track } from '../../unit.ts';
import { box, fourCC, fullBox, u16, u32, zeros } from './box.ts';
import { brands, sampleEntry } from './sample-entry.ts';

/** A CMAF file has one track (ISO/IEC 23000-19 section 7.3.1). */
export const TRACK_ID = 1;

const UNITY_MATRIX = [
  ...u32(0x0001_0000),
  ...zeros(12),
  ...u32(0x0001_0000),
  ...zeros(12),
  ...u32(0x4000_0000),
];

/** The ticks per second in files: 90,000 for video, the sample rate for audio (48,000 for Opus). */
export function mediaTimescale(track: Track): number {
  if (track.kind === 'video') return TIMESCALE;
  return track.codec === 'opus' ? 48_000 : track.sampleRate;
}

/** The initialization section of one track: `ftyp` and a `moov` with `mvex`, which means that fragments follow. */
export function writeInitSection(track: Track): Uint8Array {
  const ftyp = box('ftyp', fourCC('iso6'), u32(0), brands(track));
  const moov = box('moov', movieHeader(), trackBox(track), box('mvex', trackExtends()));
  return Uint8Array.from([...ftyp, ...moov]);
}

function movieHeader(): Uint8Array {
  return fullBox(
    'mvhd',
    0,
    0,
    zeros(8), // creation, modification
    u32(1000), // timescale
    zeros(4), // duration: in the fragments
    u32(0x0001_0000), // rate
    u16(0x0100), // volume
    zeros(10), // reserved
    UNITY_MATRIX,
    zeros(24), // pre_defined
    u32(TRACK_ID + 1), // next_track_ID
  );
}

function trackBox(track: Track): Uint8Array {
  const isVideo = track.kind === 'video';
  const header = fullBox(
    'tkhd',
    0,
    0x3, // enabled, in movie
    zeros(8), // creation, modification
    u32(TRACK_ID),
    zeros(4), // reserved
    zeros(4), // duration
    zeros(8), // reserved
    u16(0), // layer
    u16(0), // alternate_group
    u16(isVideo ? 0 : 0x0100), // volume
    zeros(2), // reserved
    UNITY_MATRIX,
    isVideo ? u32(track.width * 0x1_0000) : zeros(4),
    isVideo ? u32(track.height * 0x1_0000) : zeros(4),
  );
  return box('trak', header, mediaBox(track));
}

function mediaBox(track: Track): Uint8Array {
  const isVideo = track.kind === 'video';
  const header = fullBox(
    'mdhd',
    0,
    0,
    zeros(8), // creation, modification
    u32(mediaTimescale(track)),
    zeros(4), // duration
    u16(0x55c4), // language: und
    zeros(2), // pre_defined
  );
  const handler = fullBox(
    'hdlr',
    0,
    0,
    zeros(4), // pre_defined
    fourCC(isVideo ? 'vide' : 'soun'),
    zeros(12), // reserved
    fourCC(isVideo ? 'Video' : 'Audio'),
    [0],
  );
  const mediaHeader = isVideo ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4));
  const selfContained = fullBox('url ', 0, 1);
  const dataInformation = box('dinf', fullBox('dref', 0, 0, u32(1), selfContained));
  const sampleTable = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sampleEntry(track)),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0), u32(0)),
    fullBox('stco', 0, 0, u32(0)),
  );
  return box('mdia', header, handler, box('minf', mediaHeader, dataInformation, sampleTable));
}

/** Defaults for the samples of fragments, which each `trun` overrides. */
function trackExtends(): Uint8Array {
  return fullBox(
    'trex',
    0,
    0,
    u32(TRACK_ID),
    u32(1), // default_sample_description_index
    u32(0), // default_sample_duration
    u32(0), // default_sample_size
    u32(0), // default_sample_flags
  );
}
