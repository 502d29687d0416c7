import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../test/fuzz/corpus.ts';
import { readAudioSpecificConfig } from './aac.ts';
import { readAv1C, readAv1Frame } from './av1.ts';
import { MediaFormatError } from './format-error.ts';
import { readHevcFrame, readHvcC, writeHvcC } from './hevc.ts';
import { DEFAULT_OPUS_HEAD, readOpusHead } from './opus.ts';
import { readVpcC, vp9Track } from './vp9.ts';

const corpus = new Map(readCorpus('codecs').map(({ name, bytes }) => [name.replace('.bin', ''), bytes]));

function kept(name: string): Buffer {
  const bytes = corpus.get(name);
  if (bytes === undefined) throw new Error(`${name} is not in the corpus.`);
  return bytes;
}

describe('HEVC', () => {
  it('reads what x265 wrote, and writes the same parameter sets', () => {
    const config = readHvcC(kept('hvcc-x265-aac'));
    expect(config.track).toMatchObject({
      codec: 'hevc',
      codecString: 'hvc1.1.6.L60.90',
      width: 320,
      height: 180,
      frameRate: 25,
    });
    const again = readHvcC(writeHvcC(config.sets, config.lengthSize));
    expect(again.sets).toEqual(config.sets);
    expect(again.track).toEqual({ ...config.track, configuration: again.track.configuration });
  });

  it('updates the configuration from parameter sets in a keyframe', () => {
    const config = readHvcC(kept('hvcc-x265-aac'));
    const pps = Buffer.concat([config.sets.get(34)?.[0] ?? Buffer.alloc(0), Buffer.of(0x80)]);
    const frame = Buffer.concat([Buffer.of(0, 0, 0, pps.length), pps, Buffer.of(0, 0, 0, 3, 0x26, 1, 0)]);
    const read = readHevcFrame(frame, config, true);
    expect(read.config.sets.get(34)).toEqual([pps]);
    expect(read.config.track.width).toBe(320);
    expect(readHevcFrame(frame, read.config, true).config).toBe(read.config);
    expect(readHevcFrame(frame, config, false).config).toBe(config);
  });

  it('rejects a configuration without parameter sets', () => {
    expect(() => readHvcC(kept('hvcc-x265-aac').subarray(0, 60))).toThrow(MediaFormatError);
    expect(() => readHvcC(Buffer.concat([kept('hvcc-x265-aac').subarray(0, 22), Buffer.of(0)]))).toThrow(
      'VPS',
    );
  });
});

describe('AV1', () => {
  it('builds the configuration from the sequence header of the first keyframe', () => {
    const announced = readAv1C(kept('av1c-svtav1-opus'));
    expect(announced.track).toMatchObject({
      codec: 'av1',
      codecString: 'av01.0.00M.08',
      width: 320,
      height: 180,
    });
    const { config, payload } = readAv1Frame(kept('av1-svtav1-opus'), announced, true);
    expect(payload.length).toBeGreaterThan(10_000);
    expect(config.track).toMatchObject({ codecString: 'av01.0.00M.08', width: 320, height: 180 });
    const record = config.track?.configuration ?? new Uint8Array();
    expect(readAv1C(record).track).toEqual(config.track);
    expect(Buffer.from(readAv1C(record).sequenceHeader ?? [])).toEqual(
      Buffer.from(config.sequenceHeader ?? []),
    );
    // The record's first bytes describe the same format as SVT-AV1's own.
    expect(Buffer.from(record.subarray(0, 3))).toEqual(kept('av1c-svtav1-opus').subarray(0, 3));
    expect(readAv1Frame(kept('av1-svtav1-opus'), config, true).config).toBe(config);
  });

  it('removes temporal delimiters', () => {
    const frame = kept('av1-svtav1-opus');
    const delimited = Buffer.concat([Buffer.of(0x12, 0), frame]);
    expect(readAv1Frame(delimited, { track: null, sequenceHeader: null }, false).payload).toEqual(frame);
  });

  it('waits for a keyframe if the configuration has no sequence header', () => {
    const bare = readAv1C(kept('av1c-svtav1-opus').subarray(0, 4));
    expect(bare).toEqual({ track: null, sequenceHeader: null });
    expect(readAv1Frame(kept('av1-svtav1-opus'), bare, true).config.track).toMatchObject({
      width: 320,
      height: 180,
    });
  });
});

describe('VP9', () => {
  it('reads the frame size from a keyframe and the rest from its configuration, with or without box header', () => {
    const boxed = readVpcC(kept('vpcc-vp9-opus'));
    const bare = readVpcC(kept('vpcc-vp9-opus').subarray(4));
    expect(Buffer.from(bare.configuration)).toEqual(Buffer.from(boxed.configuration));
    expect(vp9Track(bare, kept('vp9-vp9-opus'))).toMatchObject({
      codecString: 'vp09.00.11.08',
      width: 320,
      height: 180,
    });
  });
});

describe('AAC', () => {
  it.each([
    ['asc-x264-aac', { codecString: 'mp4a.40.2', sampleRate: 48_000, channels: 2, samplesPerFrame: 1024 }],
    ['asc-he-aac', { codecString: 'mp4a.40.5', sampleRate: 48_000, channels: 2, samplesPerFrame: 2048 }],
    ['asc-he-aac-v2', { codecString: 'mp4a.40.29', sampleRate: 48_000, channels: 2, samplesPerFrame: 2048 }],
    [
      'asc-he-aac-backward',
      { codecString: 'mp4a.40.5', sampleRate: 48_000, channels: 2, samplesPerFrame: 2048 },
    ],
    [
      'asc-escaped-rate',
      { codecString: 'mp4a.40.2', sampleRate: 48_000, channels: 2, samplesPerFrame: 1024 },
    ],
    [
      'asc-program-config',
      { codecString: 'mp4a.40.2', sampleRate: 48_000, channels: 5, samplesPerFrame: 1024 },
    ],
  ])('reads %s', (name, expected) => {
    expect(readAudioSpecificConfig(kept(name))).toEqual({
      kind: 'audio',
      codec: 'aac',
      ...expected,
      configuration: kept(name),
    });
  });

  it.each([
    ['1210', { sampleRate: 44_100, channels: 2 }],
    ['1188', { sampleRate: 48_000, channels: 1 }],
    ['1214', { sampleRate: 44_100, samplesPerFrame: 960 }],
    ['11b0', { channels: 6 }],
  ])('reads the two bytes %s', (hex, expected) => {
    expect(readAudioSpecificConfig(Buffer.from(hex, 'hex'))).toMatchObject(expected);
  });

  it.each([
    ['object types that no browser plays', 'f8f02000', 'unsupported'],
    ['a sample rate that does not exist', '1690', 'invalid'],
    ['an end in the middle', '12', 'truncated'],
  ])('rejects %s', (_name, hex, code) => {
    expect(() => readAudioSpecificConfig(Buffer.from(hex, 'hex'))).toThrow(expect.objectContaining({ code }));
  });
});

describe('Opus', () => {
  it('converts OpusHead to dOps in its byte order', () => {
    const track = readOpusHead(kept('opushead-vp9-opus'));
    expect(track).toMatchObject({
      codecString: 'opus',
      sampleRate: 48_000,
      channels: 2,
      samplesPerFrame: null,
    });
    expect(Buffer.from(track.configuration)).toEqual(Buffer.of(0, 2, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0));
  });

  it('keeps the channel mapping of surround', () => {
    const { channels, configuration } = readOpusHead(kept('opushead-5.1'));
    expect(channels).toBe(6);
    expect(Buffer.from(configuration.subarray(10))).toEqual(Buffer.of(1, 4, 2, 0, 4, 1, 2, 3, 5));
  });

  it('has a default header for encoders that send none', () => {
    expect(readOpusHead(DEFAULT_OPUS_HEAD)).toMatchObject({ channels: 2, sampleRate: 48_000 });
  });
});
