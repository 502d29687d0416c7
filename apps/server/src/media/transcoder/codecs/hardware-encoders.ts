/** The encoders of GPUs. They take frames from memory, and give them back as soon as they are encoded. */
import {
  AV_HWDEVICE_TYPE_QSV,
  AV_HWDEVICE_TYPE_VAAPI,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_VAAPI,
  type AVHWDeviceType,
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_H264_QSV,
  FF_ENCODER_H264_VAAPI,
  type FFEncoderCodec,
} from 'node-av/constants';
import {
  type CodecContext,
  FFmpegError,
  Frame,
  HardwareDeviceContext,
  HardwareFramesContext,
} from 'node-av/lib';
import { openEncoder } from '../../ffmpeg.ts';
import { Scaler } from './scaler.ts';
import { configure, type EncoderBackend, type EncoderSettings, sendFrame } from './video-encoders.ts';

/** Frames that an encoder may hold. */
const POOL_SIZE = 16;

/** NVIDIA. */
const nvenc: EncoderBackend = {
  name: 'nvenc',
  open(settings, like) {
    const options = {
      preset: 'p4',
      tune: 'ull',
      rc: 'vbr',
      zerolatency: 1,
      delay: 0,
      'forced-idr': 1,
      'no-scenecut': 1,
    };
    const context = openHardware(FF_ENCODER_H264_NVENC, settings, like, options, () => undefined);
    return {
      header: Buffer.from(context.extraData ?? []),
      encode: (frame) => sendFrame(context, frame),
      setFrameRate() {},
      close: () => context.freeContext(),
    };
  },
};

/** Intel Quick Sync. */
const qsv: EncoderBackend = {
  name: 'qsv',
  open(settings, like) {
    const device = openDevice(AV_HWDEVICE_TYPE_QSV);
    const options = { preset: 'veryfast', async_depth: 1, forced_idr: 1, low_delay_brc: 1 };
    const context = openHardware(FF_ENCODER_H264_QSV, settings, like, options, (encoder) => {
      encoder.pixelFormat = AV_PIX_FMT_NV12;
      encoder.hwDeviceCtx = device;
      encoder.gopSize = 0xffff;
    });
    const converter = new Scaler(settings.width, settings.height, AV_PIX_FMT_NV12);
    return {
      header: Buffer.from(context.extraData ?? []),
      encode: (frame) => sendFrame(context, converter.scale(frame)),
      setFrameRate() {},
      close() {
        context.freeContext();
        converter.close();
        device.free();
      },
    };
  },
};

/** Intel and AMD on Linux. */
const vaapi: EncoderBackend = {
  name: 'vaapi',
  open(settings, like) {
    const { width, height } = settings;
    const device = openDevice(AV_HWDEVICE_TYPE_VAAPI);
    const surfaces = new HardwareFramesContext();
    surfaces.alloc(device);
    surfaces.format = AV_PIX_FMT_VAAPI;
    surfaces.swFormat = AV_PIX_FMT_NV12;
    surfaces.width = width;
    surfaces.height = height;
    surfaces.initialPoolSize = POOL_SIZE;
    FFmpegError.throwIfError(surfaces.init(), 'allocate surfaces');
    const options = { async_depth: 1, rc_mode: 'VBR', idr_interval: 0 };
    const context = openHardware(FF_ENCODER_H264_VAAPI, settings, like, options, (encoder) => {
      encoder.pixelFormat = AV_PIX_FMT_VAAPI;
      encoder.hwFramesCtx = surfaces;
    });
    const converter = new Scaler(width, height, AV_PIX_FMT_NV12);
    return {
      header: Buffer.from(context.extraData ?? []),
      async encode(frame) {
        const converted = converter.scale(frame);
        using surface = new Frame();
        surface.alloc();
        FFmpegError.throwIfError(surfaces.getBuffer(surface), 'allocate a surface');
        FFmpegError.throwIfError(await surfaces.transferData(surface, converted), 'copy a frame to the GPU');
        surface.pts = frame.pts;
        surface.pictType = frame.pictType;
        return await sendFrame(context, surface);
      },
      setFrameRate() {},
      close() {
        context.freeContext();
        converter.close();
        surfaces.free();
        device.free();
      },
    };
  },
};

/** The best first: drivers of VA-API differ most. */
export const HARDWARE_ENCODERS: readonly EncoderBackend[] = [nvenc, qsv, vaapi];

function openDevice(type: AVHWDeviceType): HardwareDeviceContext {
  const device = new HardwareDeviceContext();
  FFmpegError.throwIfError(device.create(type, null), 'open the GPU');
  return device;
}

function openHardware(
  name: FFEncoderCodec,
  settings: EncoderSettings,
  like: Frame,
  options: Readonly<Record<string, string | number>>,
  specialize: (encoder: CodecContext) => void,
): CodecContext {
  return openEncoder(
    name,
    (encoder) => {
      configure(encoder, settings, like);
      // Constant quality has another name in each of them.
      encoder.bitRate = BigInt(Math.round(settings.bitsPerSecond * 0.8));
      specialize(encoder);
    },
    options,
  );
}
