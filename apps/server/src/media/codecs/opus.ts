/** Opus: the identification header (RFC 7845 section 5.1) and OpusSpecificBox (Opus in ISOBMFF section 4.3.2). */
import type { AudioTrack } from '../unit.ts';
import { ByteReader } from './byte-reader.ts';
import { invalid, unsupported } from './format-error.ts';

const MAGIC = Buffer.from('OpusHead');
const HEAD_BYTES = 19;

/** Opus always decodes at 48 kHz, whatever the input rate (RFC 7845 section 5.1). */
const OPUS_RATE = 48_000;

/** The header that is assumed if an encoder sends Opus over RTMP without one: stereo, 3840 samples of pre-skip. */
export const DEFAULT_OPUS_HEAD: Uint8Array = Buffer.from('4f707573486561640102000f80bb0000000000', 'hex');

/** Reads an OpusHead; the track's configuration is the body of dOps. @throws MediaFormatError */
export function readOpusHead(head: Uint8Array): AudioTrack {
  const what = 'The Opus header (OpusHead)';
  const reader = new ByteReader(head, what);
  if (!MAGIC.equals(reader.view(8))) throw invalid(`${what} does not begin with "OpusHead".`);
  const version = reader.uint(1);
  // The upper four bits are the major version, which must be 0 (RFC 7845 section 5.1).
  if (version > 15) {
    throw unsupported(
      { code: 'unsupported_configuration', codec: 'Opus' },
      `${what} has version ${version}; versions 0 to 15 are supported.`,
    );
  }
  const channels = reader.uint(1);
  const little = new DataView(head.buffer, head.byteOffset, head.byteLength);
  reader.view(HEAD_BYTES - 10);
  const family = little.getUint8(18);
  const mapping = family === 0 ? new Uint8Array() : reader.view(2 + channels);
  if (channels === 0 || channels > 8 || (family === 0 && channels > 2)) {
    throw unsupported(
      { code: 'unsupported_channel_layout', codec: 'Opus', layout: `${channels} channels` },
      `Opus with ${channels} channels in mapping family ${family} is not supported; send stereo.`,
    );
  }
  // The box is big-endian and has version 0; the header is little-endian.
  const box = Buffer.alloc(11 + mapping.length);
  box[1] = channels;
  box.writeUInt16BE(little.getUint16(10, true), 2);
  box.writeUInt32BE(little.getUint32(12, true), 4);
  box.writeInt16BE(little.getInt16(16, true), 8);
  box[10] = family;
  box.set(mapping, 11);
  return {
    kind: 'audio',
    codec: 'opus',
    codecString: 'opus',
    sampleRate: OPUS_RATE,
    channels,
    samplesPerFrame: null,
    configuration: box,
  };
}
