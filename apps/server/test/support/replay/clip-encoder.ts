/** Encodes the clip that publishers replay, with FFmpeg, in the child process of `encodeClip`. */
import { FFmpegError, FormatContext, type Packet } from 'node-av/lib';
import { AudioEncoder, SAMPLE_RATE, VideoEncoder } from '../../../../../e2e/lib/encoders.ts';
import { createTestPattern } from '../../../../../e2e/lib/test-pattern.ts';
import type { ClipOrder } from './replay-clip.ts';

/** Audio begins before zero (encoder priming), which FLV has no timestamps for: everything is shifted by this. */
const LEAD_MS = 50n;

await encode(JSON.parse(process.argv[2] ?? ''));

async function encode({ file, clip }: ClipOrder): Promise<void> {
  const video = new VideoEncoder({ ...clip, codec: 'h264', bFrames: 0 });
  const audio = new AudioEncoder('aac');
  const output = new FormatContext();
  FFmpegError.throwIfError(output.allocOutputContext2(null, 'flv', file), 'prepare FLV');
  const tracks = [video.context, audio.context].map((context) => {
    const stream = output.newStream(null);
    FFmpegError.throwIfError(stream.codecpar.fromContext(context), 'describe a track');
    stream.codecpar.codecTag = 0;
    stream.timeBase = context.timeBase;
    return { context, stream };
  });
  FFmpegError.throwIfError(await output.openOutput(), 'open the file');
  FFmpegError.throwIfError(await output.writeHeader(), 'begin the file');
  const write = async (packets: Packet[], index: 0 | 1) => {
    const { context, stream } = tracks[index] ?? {};
    for (const packet of packets) {
      if (context === undefined || stream === undefined) continue;
      packet.streamIndex = stream.index;
      packet.rescaleTs(context.timeBase, stream.timeBase);
      packet.dts += LEAD_MS;
      packet.pts += LEAD_MS;
      FFmpegError.throwIfError(await output.interleavedWriteFrame(packet), 'write a frame');
      packet.free();
    }
  };
  const pattern = createTestPattern(clip.width, clip.height);
  let sound = 0;
  // Longer than the clip, since encoders hold frames back.
  for (let frame = 0; frame < clip.seconds * clip.fps + 5; frame++) {
    while (sound * audio.samplesPerFrame * clip.fps <= (frame + 5) * SAMPLE_RATE) {
      await write(audio.encodeTone(sound++), 1);
    }
    pattern.paint(frame, null);
    await write(video.encode(pattern.bytes, frame), 0);
  }
  FFmpegError.throwIfError(await output.writeTrailer(), 'end the file');
  await output.closeOutput();
}
