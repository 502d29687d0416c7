/**
 * The body of an audio tag: FLV (version 10.1 annex E.4.2) and Enhanced RTMP v2 ("Enhanced Audio").
 * Payloads are views of the tag.
 */
import { ByteReader } from '../../codecs/byte-reader.ts';
import { unsupported } from '../../codecs/format-error.ts';
import type { AudioCodec } from '../../unit.ts';
import { readModifiers } from './modifiers.ts';
import { fourCcName } from './video-tag.ts';

export type AudioTag =
  | { readonly type: 'configuration'; readonly codec: AudioCodec; readonly payload: Uint8Array }
  | {
      readonly type: 'frame';
      readonly codec: AudioCodec;
      /** The offset that is added to the presentation time (ModEx, TimestampOffsetNano). */
      readonly offsetNanos: number;
      readonly payload: Uint8Array;
    }
  | { readonly type: 'none' };

const NONE: AudioTag = { type: 'none' };

const FORMAT_ENHANCED = 9;
const FORMAT_AAC = 10;
/** This format is not in Adobe's specification. Some encoders sent Opus this way before Enhanced RTMP v2. */
const FORMAT_OPUS = 13;
const FORMAT_NAMES: Readonly<Record<number, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711 A-law',
  8: 'G.711 mu-law',
  11: 'Speex',
  14: 'MP3',
};

const PACKET_SEQUENCE_START = 0;
const PACKET_CODED_FRAMES = 1;
const PACKET_MULTITRACK = 5;
const PACKET_MODEX = 7;

const CODEC_OF_FOURCC: ReadonlyMap<number, AudioCodec> = new Map([
  [0x6d703461, 'aac'],
  [0x4f707573, 'opus'],
]);
const FOURCC_NAMES: ReadonlyMap<number, string> = new Map([
  [0x61632d33, 'AC-3'],
  [0x65632d33, 'E-AC-3'],
  [0x664c6143, 'FLAC'],
  [0x2e6d7033, 'MP3'],
]);

/** Reads an audio tag's body. @throws MediaFormatError */
export function readAudioTag(body: Uint8Array): AudioTag {
  const first = body[0];
  if (first === undefined) return NONE;
  const format = first >> 4;
  if (format === FORMAT_ENHANCED) return readEnhanced(body, first & 15);
  if (format === FORMAT_AAC) {
    // Some encoders send tags with only a header for silence.
    if (body.length < 3) return NONE;
    // AACPacketType 0 and 1 have the meaning of the enhanced packet types.
    return packet(body[1] ?? 0, 'aac', 0, body.subarray(2));
  }
  if (format === FORMAT_OPUS) return packet(PACKET_CODED_FRAMES, 'opus', 0, body.subarray(1));
  throw unsupportedCodec(FORMAT_NAMES[format] ?? `FLV sound format ${format}`);
}

function readEnhanced(body: Uint8Array, firstType: number): AudioTag {
  let packetType = firstType;
  let start = 1;
  let offsetNanos = 0;
  if (packetType === PACKET_MODEX) {
    ({ packetType, start, offsetNanos } = readModifiers(body, start, PACKET_MODEX));
  }
  if (packetType === PACKET_MULTITRACK) {
    throw unsupported(
      { code: 'multiple_tracks', kind: 'audio' },
      'Multitrack audio is not supported; send one audio track.',
    );
  }
  const fourCc = new ByteReader(body.subarray(start), 'An Enhanced RTMP audio tag').uint(4);
  const codec = CODEC_OF_FOURCC.get(fourCc);
  if (codec === undefined) throw unsupportedCodec(FOURCC_NAMES.get(fourCc) ?? fourCcName(fourCc));
  return packet(packetType, codec, offsetNanos, body.subarray(start + 4));
}

function packet(type: number, codec: AudioCodec, offsetNanos: number, payload: Uint8Array): AudioTag {
  if (payload.length === 0) return NONE;
  if (type === PACKET_SEQUENCE_START) return { type: 'configuration', codec, payload };
  if (type === PACKET_CODED_FRAMES) return { type: 'frame', codec, offsetNanos, payload };
  // The packet ends the sequence, or is a multichannel configuration.
  return NONE;
}

function unsupportedCodec(codec: string): Error {
  return unsupported(
    { code: 'unsupported_audio_codec', codec },
    `${codec} audio is not supported; send AAC or Opus.`,
  );
}
