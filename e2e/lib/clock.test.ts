import { AV_PIX_FMT_RGBA, FF_DECODER_H264 } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, SoftwareScaleContext } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { CLOCK_SCRIPT, clockAge, readClock } from './clock.ts';
import { encodeSample } from './sample.ts';
import { createTestPattern } from './test-pattern.ts';

/** Gray RGBA pixels from the luma plane. */
function toRgba(luma: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(luma.length * 4);
  for (const [index, value] of luma.entries()) rgba.fill(value, index * 4, index * 4 + 3);
  return rgba;
}

describe('the clock in a frame', () => {
  it.each([0, 1, 0xffffffff, 0xaaaaaaaa, 1_763_000_000_000])(
    'reads back the drawn time, %d, modulo 2^32',
    (ms) => {
      const pattern = createTestPattern(320, 180);
      pattern.paint(7, ms);
      expect(readClock(toRgba(pattern.bytes.subarray(0, 320 * 180)), 320, 180)).toBe(ms % 2 ** 32);
    },
  );

  it('reads null where no clock was drawn', () => {
    const pattern = createTestPattern(320, 180);
    pattern.paint(7, null);
    expect(readClock(toRgba(pattern.bytes.subarray(0, 320 * 180)), 320, 180)).toBeNull();
    expect(readClock(new Uint8Array(320 * 180 * 4), 320, 180)).toBeNull();
  });

  it('reads null where the lower rows of the clock show another time', () => {
    const [one, other] = [createTestPattern(320, 180), createTestPattern(320, 180)];
    one.paint(0, 0x00000000);
    other.paint(0, 0x0f0f0f0f);
    const torn = Uint8Array.from(one.bytes.subarray(0, 320 * 180));
    torn.set(other.bytes.subarray(320 * 24, 320 * 180), 320 * 24);
    expect(readClock(toRgba(torn), 320, 180)).toBeNull();
  });

  it('reads the same time by the script that runs in pages', () => {
    const page: { readClock?: typeof readClock } = {};
    new Function('globalThis', CLOCK_SCRIPT)(page);
    const pattern = createTestPattern(320, 180);
    pattern.paint(0, 123_456);
    expect(page.readClock?.(toRgba(pattern.bytes.subarray(0, 320 * 180)), 320, 180)).toBe(123_456);
  });

  it.each([
    [1280, 720],
    [320, 180],
  ])('is readable after H.264 at 800 kbps and scaling to %dx%d', (width, height) => {
    const clockMs = 0xdeadbeef;
    const { packets, videoExtradata } = encodeSample({
      seconds: 1,
      audio: 'none',
      width: 1280,
      height: 720,
      bitrateKbps: 800,
      clockMs,
    });
    expect(packets.reduce((sum, packet) => sum + packet.data.length, 0)).toBeLessThan(200_000);
    const frames = decodeToRgba(
      packets.map((packet) => packet.data),
      videoExtradata,
      width,
      height,
    );
    expect(frames).toHaveLength(30);
    for (const rgba of frames) expect(readClock(rgba, width, height)).toBe(clockMs);
  });

  it('calculates the age across the wrap-around at 32 bits', () => {
    expect(clockAge(2 ** 32 - 100, 2 ** 32 * 400 + 50)).toBe(150);
  });
});

/** Decodes H.264 and scales every frame to RGBA with FFmpeg. */
function decodeToRgba(packets: Buffer[], extradata: Buffer | null, width: number, height: number): Buffer[] {
  const codec = Codec.findDecoderByName(FF_DECODER_H264);
  using context = new CodecContext();
  context.allocContext3(codec);
  context.extraData = extradata;
  context.threadCount = 1;
  FFmpegError.throwIfError(context.open2Sync(codec, null), 'open the decoder');
  const frames: Buffer[] = [];
  using frame = new Frame();
  frame.alloc();
  for (const data of [...packets, null]) {
    using packet = new Packet();
    packet.alloc();
    if (data) packet.data = data;
    FFmpegError.throwIfError(context.sendPacketSync(data ? packet : null), 'decode');
    while (context.receiveFrameSync(frame) === 0) {
      using scaler = new SoftwareScaleContext();
      scaler.getContext(frame.width, frame.height, frame.format as never, width, height, AV_PIX_FMT_RGBA);
      using rgba = new Frame();
      rgba.alloc();
      rgba.width = width;
      rgba.height = height;
      rgba.format = AV_PIX_FMT_RGBA;
      rgba.getBuffer(1);
      FFmpegError.throwIfError(scaler.scaleFrameSync(rgba, frame), 'scale');
      frames.push(rgba.toBuffer());
    }
  }
  return frames;
}
