/** The files of a recording with the frames of a real encoder, in segments of five seconds without audio. */
import { encodeSample, lengthPrefixed } from '../../../../e2e/lib/sample.ts';
import { readAv1Frame } from '../../src/media/codecs/av1.ts';
import { RecordingWriter } from '../../src/media/importer/recording-writer.ts';
import { TIMESCALE, type VideoCodec } from '../../src/media/unit.ts';

const SEGMENT_SECONDS = 5;

/** The body of vpcC, which this encoder does not make: profile 0, level 1, 8-bit 4:2:0. */
const VP9_CONFIGURATION = Uint8Array.of(1, 0, 0, 0, 0, 10, 0x82, 2, 2, 2, 0, 0);

const NO_SEQUENCE = { track: null, sequenceHeader: null };

/** @returns the files by path; each segment shows another image */
export async function recordVideo(
  segments: number,
  codec: VideoCodec = 'h264',
  { startMs = 1_767_225_600_000, width = 320, height = 180 } = {},
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const { packets, videoConfiguration } = encodeSample({
    seconds: segments * SEGMENT_SECONDS,
    gopSeconds: SEGMENT_SECONDS,
    fps: 2,
    video: codec,
    audio: 'none',
    width,
    height,
  });
  const [first] = packets;
  // The encoder's header for AV1 is not the body of av1C.
  const av1 = codec === 'av1' && first ? readAv1Frame(first.data, NO_SEQUENCE, true).config.track : null;
  const configuration = av1?.configuration ?? videoConfiguration ?? VP9_CONFIGURATION;
  const size = { width, height, frameRate: 2 };
  const codecString = codec === 'h264' ? 'avc1.640014' : codec;
  const video = { kind: 'video', codec, codecString, ...size, configuration } as const;
  const put = async (path: string, bytes: Uint8Array) => void files.set(path, bytes);
  const writer = new RecordingWriter({ video, audio: null }, startMs, 'epoch', { put });
  await writer.begin();
  for (const { dts, pts, keyframe, data } of packets) {
    const isPrefixed = codec === 'h264' || codec === 'hevc';
    const [decoded, shown] = [dts * TIMESCALE, pts * TIMESCALE];
    const payload = isPrefixed ? lengthPrefixed(data) : data;
    await writer.push({ kind: 'video', dts: decoded, pts: shown, keyframe, payload });
  }
  await writer.end();
  return files;
}
