import { AV_LOG_QUIET, AV_PIX_FMT_YUV420P, type AVPixelFormat, FF_ENCODER_LIBWEBP } from 'node-av/constants';
import {
  type CodecContext,
  FFmpegError,
  Frame,
  Log,
  Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import { allocateFrame, encodeFrame, openDecoder, openEncoder } from '../ffmpeg.ts';
import { type Keyframe, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from './thumbnail.ts';

/**
 * Decodes a keyframe and renders it as WebP of 640x360, with black bars if its aspect ratio differs. Runs FFmpeg on
 * untrusted bytes, so only processes that may crash use it.
 * @throws Error if the keyframe cannot be decoded
 */
export function renderThumbnail(keyframe: Keyframe): Buffer {
  Log.setLevel(AV_LOG_QUIET);
  using decoded = decode(keyframe);
  return renderPicture(decoded);
}

/** Renders a decoded image as a thumbnail. */
export function renderPicture(picture: Frame): Buffer {
  using fitted = letterbox(picture, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  return encodeWebp(fitted, 78);
}

/** Decodes a keyframe into a frame of this size, with black bars if its aspect ratio differs. */
export function decodeInto(keyframe: Keyframe, width: number, height: number): Frame {
  using decoded = decode(keyframe);
  return letterbox(decoded, width, height);
}

function decode({ codec, configuration, payload }: Keyframe): Frame {
  using context = openDecoder(codec, configuration);
  using packet = new Packet();
  packet.alloc();
  packet.data = Buffer.from(payload);
  FFmpegError.throwIfError(context.sendPacketSync(packet), 'decode a keyframe');
  // Flushes decoders that would wait for more frames.
  context.sendPacketSync(null);
  const frame = new Frame();
  frame.alloc();
  FFmpegError.throwIfError(context.receiveFrameSync(frame), 'receive the decoded frame');
  return frame;
}

/** Allocates a black frame in 4:2:0. */
export function blackFrame(width: number, height: number): Frame {
  const frame = allocateFrame(width, height);
  for (const [index, plane] of (frame.data ?? []).entries()) plane.fill(index === 0 ? 16 : 128);
  return frame;
}

function letterbox(source: Frame, intoWidth: number, intoHeight: number): Frame {
  const { width, height } = source;
  const scale = Math.min(intoWidth / width, intoHeight / height);
  const fitWidth = Math.max(2, Math.round((width * scale) / 2) * 2);
  const fitHeight = Math.max(2, Math.round((height * scale) / 2) * 2);
  const left = Math.floor((intoWidth - fitWidth) / 4) * 2;
  const top = Math.floor((intoHeight - fitHeight) / 4) * 2;

  const target = blackFrame(intoWidth, intoHeight);
  const planes = target.data ?? [];

  using scaler = new SoftwareScaleContext();
  // The binding's type covers sample formats of audio too; a video frame has a pixel format.
  scaler.getContext(width, height, source.format as AVPixelFormat, fitWidth, fitHeight, AV_PIX_FMT_YUV420P);
  const into = planes.map((plane, index) => {
    const halves = index === 0 ? 1 : 2;
    return plane.subarray((top / halves) * (target.linesize[index] ?? 0) + left / halves);
  });
  FFmpegError.throwIfError(
    scaler.scaleSync(source.data ?? [], source.linesize, 0, height, into, target.linesize),
    'scale a frame',
  );
  return target;
}

/** @param quality from 0 to 100 */
export function encodeWebp(frame: Frame, quality: number): Buffer {
  const configure = (context: CodecContext) => {
    context.width = frame.width;
    context.height = frame.height;
    context.pixelFormat = AV_PIX_FMT_YUV420P;
    context.timeBase = new Rational(1, 1);
  };
  using context = openEncoder(FF_ENCODER_LIBWEBP, configure, { quality, compression_level: 3 });
  frame.pts = 0n;
  const packets = [...encodeFrame(context, frame), ...encodeFrame(context, null)];
  const images = packets.flatMap((packet) => (packet.data ? Buffer.from(packet.data) : []));
  for (const packet of packets) packet.free();
  const [image] = images;
  if (!image) throw new Error('The WebP encoder returned no packet.');
  return image;
}
