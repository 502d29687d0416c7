/** The child process of `startPublisher`: encodes in real time and publishes with FFmpeg's RTMP client. */
import { setTimeout as delay } from 'node:timers/promises';
import { AV_LOG_ERROR, AVFMT_FLAG_FLUSH_PACKETS } from 'node-av/constants';
import { type CodecContext, FFmpegError, FormatContext, Log, type Packet, type Stream } from 'node-av/lib';
import { closedCaptionOf } from './closed-captions.ts';
import { AudioEncoder, SAMPLE_RATE, VideoEncoder } from './encoders.ts';
import { nextFrame } from './late-frames.ts';
import type { ChildReport, PublisherSettings } from './publisher.ts';
import { createTestPattern } from './test-pattern.ts';

const settings: PublisherSettings = JSON.parse(process.argv[2] ?? '');
const report = (message: ChildReport) => process.send?.(message);

/** FFmpeg's log contains the server's message, its error codes do not. */
const loggedErrors: string[] = [];
Log.setCallback((_level, message) => loggedErrors.push(message.trim()), { maxLevel: AV_LOG_ERROR });

/** Delays all timestamps, since audio starts before zero (encoder priming) and FLV has no negative timestamps. */
const LEAD_MS = 50;
/** Delays video by what B-frames need, since the first frame must not be decoded before the audio that is sent before it. */
const REORDER_MS = Math.ceil((1000 * settings.bFrames) / settings.fps);

const stopping = new AbortController();
process.on('message', () => stopping.abort());
process.on('disconnect', () => process.exit(1));

try {
  await publish();
  report({ type: 'ended', reason: null });
} catch (error) {
  // FFmpeg's log callback runs on a later turn of the event loop.
  await delay(20);
  report({
    type: 'ended',
    reason: [...loggedErrors, error instanceof Error ? error.message : error].join(' '),
  });
}
process.disconnect();

async function publish(): Promise<void> {
  const { width, height, fps } = settings;
  const video = settings.video === 'none' ? null : new VideoEncoder({ ...settings, codec: settings.video });
  const audio =
    settings.audio === 'none' ? null : new AudioEncoder(settings.audio === 'opus' ? 'opus' : 'aac');

  const output = new FormatContext();
  const address = `${settings.url}/${settings.key}`;
  FFmpegError.throwIfError(output.allocOutputContext2(null, 'flv', address), 'prepare FLV');
  const videoStream = video && addStream(output, video.context);
  const audioStream = audio && addStream(output, audio.context);
  output.setFlags(AVFMT_FLAG_FLUSH_PACKETS);
  FFmpegError.throwIfError(await output.openOutput(), 'connect and publish');
  FFmpegError.throwIfError(await output.writeHeader(), 'begin the stream');
  report({ type: 'publishing' });

  const write = async (packets: Packet[], context: CodecContext, stream: Stream) => {
    for (const packet of packets) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(context.timeBase, stream.timeBase);
      const lead = BigInt(stream === videoStream ? LEAD_MS + REORDER_MS : LEAD_MS);
      packet.dts += lead;
      packet.pts += lead;
      FFmpegError.throwIfError(await output.writeFrame(packet), 'send a frame');
      packet.free();
    }
  };

  const pattern = createTestPattern(width, height);
  const begin = performance.now();
  let frame = 0;
  let sound = 0;
  let skipped = 0;
  // Audio starts earlier and must be sent first, since FLV timestamps are relative to the first packet.
  for (let sent = 0; audio && audioStream && sent === 0; sound += 1) {
    const packets = audio.encodeTone(sound);
    sent = packets.length;
    await write(packets, audio.context, audioStream);
  }
  while (!stopping.signal.aborted) {
    const elapsed = (performance.now() - begin) / 1000;
    const frameDue = video ? frame / fps : Number.POSITIVE_INFINITY;
    // An audio frame is complete once its last sample has been captured.
    const soundDue = audio ? ((sound + 1) * audio.samplesPerFrame) / SAMPLE_RATE : Number.POSITIVE_INFINITY;
    const due = Math.min(frameDue, soundDue);
    if (elapsed < due) {
      await delay((due - elapsed) * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      continue;
    }
    if (video && videoStream && frameDue <= soundDue) {
      const next = nextFrame(frame, elapsed, settings);
      skipped += next - frame;
      frame = next;
      pattern.paint(frame, settings.clock ? Date.now() : null);
      const captions = settings.captions ? closedCaptionOf(frame, fps) : null;
      await write(video.encode(pattern.bytes, frame, captions), video.context, videoStream);
      frame += 1;
      if (frame % fps === 0) report({ type: 'progress', frames: frame - skipped, skipped });
    } else if (audio && audioStream) {
      await write(audio.encodeTone(sound), audio.context, audioStream);
      sound += 1;
    }
  }
  if (video && videoStream) await write(video.finish(), video.context, videoStream);
  if (audio && audioStream) await write(audio.finish(), audio.context, audioStream);
  FFmpegError.throwIfError(await output.writeTrailer(), 'end the stream');
  await output.closeOutput();
}

function addStream(output: FormatContext, context: CodecContext): Stream {
  const stream = output.newStream(null);
  FFmpegError.throwIfError(stream.codecpar.fromContext(context), 'describe a track');
  stream.codecpar.codecTag = 0;
  stream.timeBase = context.timeBase;
  return stream;
}
